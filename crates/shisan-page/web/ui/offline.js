// The static page works without a network once it was opened: a service worker keeps what it has loaded.

import { MODULES } from '../engine/module.js';
import { LANGUAGES } from './languages.js';

/** What the engine's workers load. */
const ENGINE = ['worker.js', 'thread.js', 'threads.js', 'wasi.js', 'wasm.js', MODULES[0]].map((file) => `engine/${file}`);

/** @param {string[]} more files that are loaded when they are asked for */
export async function workOffline(more) {
  if (!('serviceWorker' in navigator)) return;
  // The page itself loads first. It may have, while its texts were on the way.
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  try {
    await navigator.serviceWorker.register('service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const own = loaded.filter((address) => new URL(address).origin === location.origin);
    const languages = LANGUAGES.map((tag) => `languages/${tag}.json`);
    const addresses = [location.pathname, 'manifest.webmanifest', ...ENGINE, ...more, ...languages, ...own];
    active?.postMessage([...new Set(addresses.map((address) => new URL(address, document.baseURI).href))]);
  } catch {
    // A private window may forbid it; the page then needs its host.
  }
}
