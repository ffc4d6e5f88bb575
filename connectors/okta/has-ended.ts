import { type BaseContext, parseTime } from 'checkwright'

/** Whether a time is over. Without one there is no end. */
export function hasEnded({ now }: Pick<BaseContext, 'now'>, end: string | null | undefined): boolean {
  return end != null && parseTime(end) <= now.getTime()
}
