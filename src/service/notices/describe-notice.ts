import { isFailureCause } from '../../define/index.ts'
import { runWords } from '../../report/pieces/run-words.ts'
import { type Notice, type NoticeData, noticeTypes } from './notice.ts'

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

/** What a chat or a mail shows of a notice: its data, name by name. It has no markup; whoever shows it escapes it. */
export function describeNotice(notice: Notice): NoticeText {
  const { type, data } = notice
  if (type === 'webhook.test')
    return { title: 'Test from Checkwright', lines: ['Notices arrive here.'], path: '/settings/webhooks' }
  if (type === 'destination.push') return { title: 'A list is pushed', lines: [], path: '/settings/destinations' }
  if (type === 'ticket.follow') return { title: 'An issue follows its finding', lines: [], path: '/settings/trackers' }
  if (type === 'mail.confirm') return { title: 'Do you want notices here?', lines: [], path: '/settings/webhooks' }
  if (type === 'digest.daily') return describeDigest(notice)
  const severity = typeof data.severity === 'string' ? `${data.severity}: ` : ''
  return {
    title: cleanLine(`${severity}${noticeTypes[type]}`),
    lines: [
      ...describeCause(data),
      ...Object.entries(data).flatMap(([name, value]) =>
        value === null || value === undefined || name === 'severity' || name === 'cause'
          ? []
          : [cleanLine(`${name}: ${formatValue(value)}`)],
      ),
    ],
    path: choosePath(notice),
  }
}

/** What to act on, and who acts. */
function describeCause({ cause }: NoticeData): string[] {
  if (typeof cause !== 'string' || !isFailureCause(cause)) return []
  const { title, remedy } = runWords.causes[cause]
  return [`${title}. ${remedy}`]
}

function describeDigest({ data }: Notice): NoticeText {
  const counts = (data.counts ?? {}) as Readonly<Record<string, number>>
  return {
    title: cleanLine(`What there was until ${data.day}`),
    lines: Object.entries(counts).map(([type, count]) =>
      cleanLine(`${count} × ${noticeTypes[type as keyof typeof noticeTypes] ?? type}`),
    ),
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
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Without line breaks and characters that hide or reverse what follows: names come from vendors. */
function cleanLine(text: string): string {
  const cleaned = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '')
  return cleaned.length <= lineMax ? cleaned : `${cleaned.slice(0, lineMax).toWellFormed()}…`
}
