import type { Texts } from '../all-texts/texts.ts'

export type NoticeId = keyof Texts['frame']['notices']

export function findNotice(texts: Texts, id: string | null): string | undefined {
  return id !== null && Object.hasOwn(texts.frame.notices, id) ? texts.frame.notices[id as NoticeId] : undefined
}
