'use strict';
// Who makes the keys and signatures that the engines get, and who says whether what they give back is right.
//
// A judge is a file beside this one, for one kind of offer, that exports
//   subjectsFor(cases)  a promise of a function from a case to what every engine gets for it beside the case itself
//   checks              per operation, whether a first result is right: a function that gets { engine, context, output,
//                       prepared, again } and returns what is wrong, if anything, or a promise of it; `again` prepares
//                       the same with changes

const judges = {
  pem: require('./pem'),
  tokens: require('./tokens'),
};

module.exports = { judges };
