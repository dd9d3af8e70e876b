'use strict';

// The interface of node:crypto: what signs is native, all the rest is node's own.

const crypto = require('node:crypto');

Object.defineProperties(exports, Object.getOwnPropertyDescriptors(crypto));
for (const [name, value] of Object.entries({
  ...require('./crypto-sign.js'),
  ...require('./crypto-hmac.js'),
  ...require('./crypto-keys.js'),
})) {
  Object.defineProperty(exports, name, { ...Object.getOwnPropertyDescriptor(crypto, name), value });
}
