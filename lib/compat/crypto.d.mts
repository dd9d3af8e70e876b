/** What crypto.d.ts describes, as an ECMAScript module. */
export * from 'node:crypto';
export { default } from 'node:crypto';
