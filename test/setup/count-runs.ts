/**
 * How often a property is tried that needs less, or may take less time, than others.
 * @param inSoak @default ten times as often
 */
export function countRuns(times: number, inSoak = times * 10): number {
  return process.env.MODE === 'soak' ? inSoak : times
}
