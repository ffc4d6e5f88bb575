/**
 * How often a property is tried that needs less, or may take less time, than others: as often as given, and ten times in soak.
 */
export function countRuns(times: number): number {
  return process.env.MODE === 'soak' ? times * 10 : times
}
