import crypto from './crypto.js';

export * from 'node:crypto';
export const {
  Sign,
  Verify,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPair,
  generateKeyPairSync,
  sign,
  verify,
} = crypto;
export default crypto;
