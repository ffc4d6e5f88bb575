import { isFailureCause } from '../../define/index.ts'
import { type LetterWords, letterWords } from './letter-words.ts'
import type { Notice, NoticeData } from './notice.ts'

/** A notice for people. Each text is one line without control characters. */
export interface NoticeText {
  readonly title: string
  readonly lines: readonly string[]
  /** The page about it, relative to the address of the service. */
  readonly path: string
}

const lineMax = 300

/** Pages of the things that notices are about. */
const places: Readonly<Record<string, string>> = {
  access_review: 'access',
  access_review_removals: 'access',
  finding: 'findings',
  connection: 'connections',
  task: 'tasks',
  vendor: 'vendors',
  'vendor-document': 'vendor-documents',
  risk: 'risks',
  policy: 'policies',
  pentest: 'pentests',
  'pentest-finding': 'pentest-findings',
  questionnaire: 'questionnaires',
}

/**
 * What a chat or a mail shows of a notice: its data, name by name. It has no markup; whoever shows it escapes it.
 * @param own words of the reader @default English, with the names that the members have in the API
 */
export function describeNotice(notice: Notice, own?: LetterWords): NoticeText {
  const { type, data } = notice
  const words = own ?? letterWords
  if (type === 'webhook.test') return { title: words.test.title, lines: [words.test.text], path: '/settings/webhooks' }
  if (type === 'destination.push') return { title: words.push, lines: [], path: '/settings/destinations' }
  if (type === 'ticket.follow') return { title: words.follow, lines: [], path: '/settings/trackers' }
  if (type === 'mail.confirm') return { title: words.question, lines: [], path: '/settings/webhooks' }
  if (type === 'digest.daily') return describeDigest(notice, words)
  const severity = typeof data.severity === 'string' ? `${findWord(own?.severities, data.severity)}: ` : ''
  return {
    title: cleanLine(`${severity}${words.types[type]}`),
    lines: [
      ...describeCause(data, words),
      ...Object.entries(data).flatMap(([name, value]) =>
        value === null || value === undefined || name === 'severity' || name === 'cause'
          ? []
          : [cleanLine(`${findWord(own?.members, name)}: ${formatValue(value)}`)],
      ),
    ],
    path: choosePath(notice),
  }
}

/** What to act on, and who acts. */
function describeCause({ cause }: NoticeData, words: LetterWords): string[] {
  if (typeof cause !== 'string' || !isFailureCause(cause)) return []
  const { title, remedy } = words.causes[cause]
  return [`${title}. ${remedy}`]
}

/** What the language has for a name; the name itself, if it has nothing. */
function findWord(words: Readonly<Record<string, string>> | undefined, name: string): string {
  return (words && Object.hasOwn(words, name) ? words[name] : undefined) ?? name
}

function describeDigest({ data }: Notice, words: LetterWords): NoticeText {
  const counts = (data.counts ?? {}) as Readonly<Record<string, number>>
  return {
    title: cleanLine(words.digest({ day: String(data.day) })),
    lines: Object.entries(counts).map(([type, count]) => cleanLine(`${count} × ${findWord(words.types, type)}`)),
    path: '/',
  }
}

function choosePath({ type, data }: Notice): string {
  const toPath = (place: string, id: unknown) => `/${place}/${encodeURIComponent(String(id))}`
  if (data.findingId !== undefined) return toPath('findings', data.findingId)
  if (type.startsWith('waiver.')) return '/waivers'
  const place = typeof data.entityType === 'string' ? places[data.entityType] : undefined
  if (['task.due_soon', 'task.overdue', 'record.due', 'comment.created', 'comment.mentioned'].includes(type))
    return place === undefined ? '/' : toPath(place, data.entityId)
  if (type.startsWith('connection.')) return toPath('connections', data.connectionId)
  return data.runId === undefined ? '/findings' : toPath('runs', data.runId)
}

function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  // Whoever has a name, such as the author of a comment.
  return 'name' in value && typeof value.name === 'string' ? value.name : JSON.stringify(value)
}

/** Without line breaks and characters that hide or reverse what follows: names come from vendors. */
function cleanLine(text: string): string {
  const cleaned = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '')
  return cleaned.length <= lineMax ? cleaned : `${cleaned.slice(0, lineMax).toWellFormed()}…`
}
