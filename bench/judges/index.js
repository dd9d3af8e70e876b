'use strict';
// Who makes the keys and signatures that the engines get, and who says whether what they give back is right.
//
// A judge is a file beside this one, for one kind of offer, that exports
//   subjectsFor(cases)  a promise of a function from a case to what every engine gets for it beside the case itself, or
//                       to { failure } where that could not be made
//   checks              per operation, whether a first result is right: a function that gets { engine, context, output,
//                       prepared, again } and returns what is wrong, if anything, or a promise of it; `again` prepares
//                       the same with changes
//   sizesOf?            of (operation, output, prepared): the sizes in bytes that are shown

const judges = {
  pem: require('./pem'),
  primitives: require('./primitives'),
  batches: require('./batches'),
  aggregates: require('./aggregates'),
  tokens: require('./tokens'),
  dropins: require('./dropins'),
};

module.exports = { judges };
