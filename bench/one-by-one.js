'use strict';
// What a system without batch verification does with a batch.

/** The batches of an engine's primitives, each signature verified by itself. */
function oneByOne(primitives, names) {
  return Object.fromEntries(
    names.map((name) => {
      const { verify } = primitives.algorithms[name];
      return [
        name,
        {
          batch: async ({ items, ...context }) => {
            const runs = [];
            for (const item of items) {
              const prepared = await verify({ ...context, ...item });
              if (typeof prepared === 'string') return prepared;
              runs.push(prepared.run ?? prepared);
            }
            return { each: items.length, run: () => runs.every((run) => run()) };
          },
        },
      ];
    }),
  );
}

module.exports = { oneByOne };
