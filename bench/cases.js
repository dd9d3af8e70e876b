'use strict';
// The tables and their cases, as data: what is done, under which conditions, and where it is shown.
//
// A table has `sections` of `cases`; a case says who makes its keys and judges its results (`offer`, see engines/), what
// is done (`algorithm`, `operation`), and its place (`section`, `column`). `everyRow`: systems that do not do a case
// are shown for it all the same, with the reason. `parallel`: on all cores at once. `engines`: no others.

const tables = [
  require('./tables/rsa-in-node').table,
  require('./tables/all-cores').table,
  require('./tables/primitives').table,
  require('./tables/tokens').table,
  require('./tables/dropin').table,
];

module.exports = { tables };
