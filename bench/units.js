'use strict';
// The units that figures are given in. Everything is measured in operations a second.

const units = {
  perMinute: {
    name: 'operations per minute',
    fromRate: (rate) => rate * 60,
    text: (value) => value.toFixed(2),
  },
  perSecond: { name: 'operations per second', fromRate: (rate) => rate, text: (value) => value.toFixed(1) },
  microseconds: {
    name: 'microseconds',
    fromRate: (rate) => 1e6 / rate,
    text: threeDigits,
    lessIsBetter: true,
  },
  per10000: {
    name: 'seconds for 10,000',
    fromRate: (rate) => 10_000 / rate,
    text: threeDigits,
    lessIsBetter: true,
  },
};

/** At least three significant digits, and no more after the point than they need. */
function threeDigits(value) {
  return value.toFixed(Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(value)))));
}

module.exports = { units };
