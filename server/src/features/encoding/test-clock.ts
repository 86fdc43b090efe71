// Loaded before a program by `--import`, or called: its clock is CLOCK_HOURS off from then on.

/** Puts this process's wall clock ahead (or back) by so many hours; timers go on as before. */
export function shiftClock(hours: number): void {
  const Real = Date;
  const offMs = hours * 3_600_000;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(Real.now() + offMs).toString(),
    construct: (_target, given) =>
      given.length === 0
        ? new Real(Real.now() + offMs)
        : (Reflect.construct(Real, given, Real) as Date),
    get: (target, name) =>
      name === 'now' ? () => Real.now() + offMs : (Reflect.get(target, name, target) as unknown),
  });
}

const hours = process.env['CLOCK_HOURS'];
if (hours) shiftClock(Number(hours));
