import { isSoak } from './short-form.ts'
/**
 * How often a property is tried that needs less, or may take less time, than others.
 * @param inSoak @default ten times as often
 */
export function countRuns(times: number, inSoak = times * 10): number {
  return isSoak ? inSoak : times
}
