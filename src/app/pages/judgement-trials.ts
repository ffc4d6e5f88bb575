import type { JudgementTrials } from '../../things/parts/judgement-trials.ts'

// Loaded only for the pages that try answers.
const load = async () => (await import('../../author/prove/panel/judgement-trials.ts')).judgementTrials

export const judgementTrials: JudgementTrials = {
  loadWays: async (connector) => (await load()).loadWays(connector),
  listAnswers: async (connector, check) => (await load()).listAnswers(connector, check),
  tryAnswer: async (connector, asked) => (await load()).tryAnswer(connector, asked),
}
