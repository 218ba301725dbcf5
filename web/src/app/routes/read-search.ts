/**
 * Let a route see of its address only what its reader makes of it.
 *
 * The router lays what the reader returns over the raw address, so what a reader merely leaves out
 * (a day that is none, a list in place of an id) would come through as it was typed.
 */
export function onlyRead<Search extends object>(read: (raw: Record<string, unknown>) => Search) {
  return (raw: Record<string, unknown>): Search => {
    const nothing = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
    return { ...nothing, ...read(raw) };
  };
}
