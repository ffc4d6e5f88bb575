import type { PackageContent, RecordHistory, RecordSpan } from '../../evidence/package/package-content.ts'
import { formatLine, formatLines } from '../pieces/plain-text.ts'
import { createReportId } from '../pieces/report-id.ts'
import { createFacets, createProp, toRiskDeadline } from './oscal-parts.ts'

/** A record on the last day of a package. */
interface LastRecord extends Pick<RecordHistory, 'id' | 'title'> {
  readonly span: RecordSpan
  /** First day of the period on which it was there. */
  readonly seenFrom: string
}

/** An observation for each finding of a penetration test. It belongs to no control, so it is no finding in OSCAL's sense. */
export function* listRecordObservations(content: PackageContent): Generator<object> {
  for (const { id, title, span, seenFrom } of listLast(content, 'pentest-finding')) {
    const { state, values } = span
    yield {
      uuid: toId('pentest-finding-observation', id),
      title: formatLine(title),
      description: formatLines(readText(values, 'details') ?? title),
      props: listProps({
        'pentest-finding': id,
        pentest: readText(values, 'pentestId'),
        severity: readText(values, 'severity'),
        location: readText(values, 'location'),
        state,
        'retested-day': readText(values, 'retestedDay'),
      }),
      methods: ['TEST'],
      types: ['finding'],
      collected: `${seenFrom}T00:00:00Z`,
    }
  }
}

/** A risk for each risk of the organization, and for each finding of a penetration test. */
export function* listRecordRisks(content: PackageContent): Generator<object> {
  for (const { id, title, span } of listLast(content, 'risk')) {
    const { state, values } = span
    const treatment = readText(values, 'treatment')
    yield {
      uuid: toId('risk', id),
      title: formatLine(title),
      description: formatLines(readText(values, 'description') ?? title),
      statement: formatLines(`Treatment: ${treatment ?? 'none'}.`),
      props: listProps({ risk: id, treatment, state, 'next-review-day': readText(values, 'nextReviewDay') }),
      status: state === 'closed' ? 'closed' : 'open',
      characterizations: [
        createFacets({ likelihood: readText(values, 'likelihood'), impact: readText(values, 'impact') }),
      ],
    }
  }
  for (const { id, title, span } of listLast(content, 'pentest-finding')) {
    const { state, values } = span
    yield {
      uuid: toId('pentest-finding-risk', id),
      title: formatLine(title),
      description: formatLines(title),
      statement: formatLines(
        state === 'ended' ? 'A retest no longer found it.' : 'A penetration test found it, and no retest has ended it.',
      ),
      props: listProps({ 'pentest-finding': id, severity: readText(values, 'severity'), state }),
      status: state === 'ended' ? 'closed' : 'open',
      deadline: state === 'ended' ? undefined : toRiskDeadline(readText(values, 'dueDay') ?? ''),
      'related-observations': [{ 'observation-uuid': toId('pentest-finding-observation', id) }],
    }
  }
}

/** Those that were there on the last day. */
function* listLast({ records, head }: PackageContent, thing: string): Generator<LastRecord> {
  for (const { id, title, history, ...record } of records) {
    const [first, span] = [history[0], history.at(-1)]
    if (record.thing === thing && first && span?.to === head.period.to) yield { id, title, span, seenFrom: first.from }
  }
}

function toId(kind: string, id: string): string {
  return createReportId(`oscal-${kind}`, id)
}

function readText(values: RecordSpan['values'], name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
}

function listProps(values: Readonly<Record<string, string | undefined>>): readonly object[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [createProp(name, value)],
  )
}
