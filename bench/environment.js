'use strict';
// The machine and the software a figure was measured on: a number without them says nothing.

const os = require('node:os');

/** `modules`: name -> version of what was measured beside node itself. */
function environment(modules) {
  return {
    cpu: os.cpus()[0].model.trim(),
    cores: os.availableParallelism(),
    load: Number(os.loadavg()[0].toFixed(2)),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    openssl: process.versions.openssl,
    modules,
    date: new Date().toISOString(),
  };
}

function environmentLine({ cpu, cores, load, os: system, node, openssl, modules, date }) {
  const versions = Object.entries(modules).map(([name, version]) => `${name} ${version}`);
  return [
    `${cpu}, ${cores} cores (load ${load} at the start)`,
    system,
    `node ${node}`,
    `OpenSSL ${openssl}`,
    ...versions,
    date,
  ].join('; ');
}

const nodeMajor = Number(process.versions.node.split('.')[0]);

module.exports = { environment, environmentLine, nodeMajor };
