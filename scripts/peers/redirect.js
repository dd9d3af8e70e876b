// Preloaded into a suite (--require): loads our modules in the place of the files that FERROSIGN_REDIRECT names.
'use strict';

const Module = require('node:module');

const redirect = new Map(JSON.parse(process.env.FERROSIGN_REDIRECT));
const load = Module._load;

Module._load = function loadInstead(request, parent, isMain) {
  const target = redirect.get(fileOf(request, parent, isMain));
  if (target === undefined) return load.call(this, request, parent, isMain);
  const [file, name] = target;
  const ours = require(file);
  return name === undefined ? ours : ours[name];
};

/** What cannot be resolved, the original complains of. */
function fileOf(request, parent, isMain) {
  try {
    return Module._resolveFilename(request, parent, isMain);
  } catch {
    return undefined;
  }
}
