import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { states } from '../../all-texts/en/states.ts'

export const judgements = {
  decisions: {
    accepted: states.accepted,
    refused: states.refused,
  },
  states: {
    holds: 'in force',
    expired: 'expired',
    withdrawn: 'withdrawn',
    replaced: 'replaced by a later judgement',
  },
  needed: {
    lead: 'Checks cannot decide these results. An administrator accepts or refuses each of them. Until then, their controls are undetermined.',
    label: 'Results that need review',
    empty: 'No results need review.',
    noRuns: 'No check has run yet, so it is not known what needs review.',
    noMore: 'No more results need review.',
    statements: 'Statements on obligations',
    judgeNamed: ({ title, name }: { title: string; name: string }) => `Judge: ${title}, ${name}`,
  },
  list: {
    lead: 'A judgement applies to the same evidence until its last day. If the evidence changes, the result needs review again.',
    empty: 'No judgements yet.',
    earlier: 'Earlier judgements',
    obligation: 'obligation',
    decided: ({
      decision,
      by,
      moment,
      expires,
      reason,
    }: {
      decision: string
      by: string
      moment: Child
      expires: string
      reason: string
    }) => phrase`${decision} by ${by} on ${moment}, until ${expires}: ${reason}`,
    withdrawn: ({ by, moment }: { by: string; moment: Child }) => phrase`withdrawn by ${by} on ${moment}`,
    somebody: 'somebody who has left',
  },
  withdraw: 'Withdraw judgement',
  form: {
    title: 'Judge a result',
    heading: 'Judge this result',
    toObligation: 'Obligation',
    toFinding: 'Finding',
    lead: ({ title }: { title: string }) =>
      `${title}. An accepted result counts as met, a refused one as failing. Your judgement applies to this evidence until the last day that you enter.`,
    volatile: ({ members }: { members: string }) => `These parts of the evidence may change: ${members}.`,
    accept: 'Accept: the requirement is met',
    refuse: 'Refuse: the requirement is not met',
    filesHelp:
      'Files that support your decision, such as an answer or a contract. You can add 5 at a time, each up to 100 MB.',
    uploadedFiles: 'Use files that were uploaded before',
    button: 'Save judgement',
    cancel: 'Leave for later',
    decisionMissing: 'Choose whether to accept or refuse the result.',
    reasonMissing: 'Enter a reason.',
    lastDayMissing: 'Enter a last day.',
    newestApplies: 'The newest judgement applies to this evidence. A new judgement replaces it.',
    newestOutdated: 'The newest judgement is about different evidence, so this result needs review again.',
  },
  several: {
    judgeSelected: 'Judge selected…',
    title: 'Judge several results',
    heading: ({ count }: { count: number }) => `Judge ${formatCount(count, 'result')} together`,
    lead: 'Each result gets a judgement of its own with your decision, reason and last day. It applies to the evidence shown here.',
    button: 'Save judgements',
    problem: ({ title, judged, message }: { title: string; judged: number; message: string }) =>
      `${judged} saved. The rest is not: ${title}. ${message}`,
    selectFirst: 'Select a result first',
    back: 'Back to the list',
  },
}
