// How the files beside this one state the type of a value.

/** Compiles only where `Actual` and `Expected` are one type. */
export type Same<Actual, Expected> =
  (<T>() => T extends Actual ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2 ? true : never;

export function is<Expected>() {
  return <Actual>(_value: Actual, _same: Same<Actual, Expected>) => {};
}
