// Preloaded into a suite (--require): gives its files our modules in the place of what FERROSIGN_REDIRECT names.
'use strict';

const Module = require('node:module');
const path = require('node:path');

const { folder, files, modules, globals } = JSON.parse(process.env.FERROSIGN_REDIRECT);
const targetOfFile = new Map(files);
const targetOfModule = new Map(modules);
const load = Module._load;

Module._load = function loadInstead(request, parent, isMain) {
  const isOfSuite = parent?.filename?.startsWith(folder + path.sep);
  const target =
    (isOfSuite && targetOfModule.get(request)) || targetOfFile.get(fileOf(request, parent, isMain));
  return target === undefined ? load.call(this, request, parent, isMain) : exportOf(target);
};

for (const [name, target] of globals) {
  Object.defineProperty(globalThis, name, {
    ...Object.getOwnPropertyDescriptor(globalThis, name),
    get: () => exportOf(target),
  });
}

function exportOf([file, name]) {
  const ours = require(file);
  return name === undefined ? ours : ours[name];
}

/** What cannot be resolved, the original complains of. */
function fileOf(request, parent, isMain) {
  try {
    return Module._resolveFilename(request, parent, isMain);
  } catch {
    return undefined;
  }
}
