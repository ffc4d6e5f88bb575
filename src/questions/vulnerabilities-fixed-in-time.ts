import { type Check, formatDays, type Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { countDays, explainUnknown, nameRecord, pickEvidence, readLimit, readTime, readWord } from './rules/facts.ts'
import { createDaysVariable } from './rules/judge-age.ts'
import type { JudgeContext, QuestionOptions, RecordQuestion } from './rules/question.ts'

export const vulnerabilitiesFixedInTimeQuestion: RecordQuestion<'vulnerability'> = {
  name: 'vulnerabilitiesFixedInTime',
  of: 'vulnerability',
  reads: ['openedAt'],
  failsWhen: 'it is open for longer than its `severity` allows. Severity `low` has no limit; one that is fixed passes',
  id: 'vulnerabilities-fixed-in-time',
  title: 'Vulnerabilities are fixed in time',
  description:
    'Looks at how long each known vulnerability is open. Attackers try publicly known vulnerabilities first.',
  severity: 'high',
  controls: ['soc2:CC7.1', 'iso27001:A.8.8'],
  states: [{ 'vulnerabilities-fixed-in-time': { critical: 'critical_days', high: 'high_days' } }],
  tags: ['vulnerabilities', 'sla'],
  resourceType: 'vulnerability',
  variables: [
    createDaysVariable({ id: 'critical_days', label: 'Longest time for critical ones, days', default: 7 }, 15),
    createDaysVariable({ id: 'high_days', label: 'Longest time for high ones, days', default: 30 }, 45),
    createDaysVariable({ id: 'medium_days', label: 'Longest time for medium ones, days', default: 90 }, 120),
  ],
  onEmpty: 'pass',
  remediation: 'Update what is affected, or dismiss the vulnerability at the vendor with the reason.',
  judge(record, context) {
    const name = nameRecord(record)
    const evidence = pickEvidence(record, ['severity', 'status', 'resource', 'packageName', 'openedAt'])
    if (readWord('vulnerability', 'status', record.status) === 'fixed')
      return { status: 'pass', title: `${name} is fixed`, evidence }
    const severity = readWord('vulnerability', 'severity', record.severity)
    if (severity === 'low') return { status: 'notApplicable', title: `${name} is of low severity, which has no limit` }
    const openedMs = readTime(record.openedAt, context.now)
    if (openedMs === undefined || openedMs === null)
      return { status: 'undecided', because: explainUnknown(record, 'openedAt', context) }
    const days = countDays(openedMs, context.now)
    const most = readDaysAllowed(severity, context)
    const found = { ...evidence, days }
    if (days <= most) return { status: 'pass', title: `${name} is open for ${formatDays(days)}`, evidence: found }
    if (severity === 'unknown') return { status: 'undecided', because: explainUnknown(record, 'severity', context) }
    return {
      status: 'fail',
      title: `${name} is open for ${formatDays(days)}, and ${severity} ones are to be fixed within ${formatDays(most)}`,
      evidence: found,
    }
  },
}

/** An unknown severity passes only where every severity would. */
function readDaysAllowed(severity: string, context: JudgeContext): number {
  const limits = ['critical', 'high', 'medium'].map((each) => readLimit(context, `${each}_days`))
  return severity === 'unknown' ? Math.min(...limits) : readLimit(context, `${severity}_days`)
}

/**
 * Vulnerabilities are fixed in time. The variables `critical_days`, `high_days` and `medium_days` are 7, 30 and 90.
 * @throws DefinitionError that lists every mistake
 */
export function vulnerabilitiesFixedInTime<Id extends string>(
  vulnerabilities: Inventory<'vulnerability', 'openedAt', Id>,
  options?: QuestionOptions<'vulnerability', 'critical_days' | 'high_days' | 'medium_days'>,
): Check<Id> {
  return askEach(vulnerabilitiesFixedInTimeQuestion, vulnerabilities, options)
}
