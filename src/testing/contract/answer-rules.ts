import { ok } from 'node:assert/strict'
import type { CheckOutcome } from '../../define/index.ts'
import { findHollowed, formatHollowed, hollowAnswers } from './hollow-answers.ts'
import { doubleLists } from './mutations.ts'
import { formatUngrounded, isReviewed } from './reviewed-member.ts'
import type { Rule } from './rule.ts'
import { replayScenario } from './scenario.ts'
import type { Stage, StageScenario } from './stage.ts'
import { findUngrounded } from './ungrounded.ts'

/** Rules about misleading answers. */
export const answerRules: readonly Rule[] = [
  {
    id: 'hollow-answers',
    title: 'an answer that says nothing of what was asked is neither pass nor fail',
    run: async (stage) => {
      for (const { name, text } of hollowAnswers) {
        const { result } = await stage.perform({ of: 'checks', respond: () => answerJson(text) })
        const asking = result.checks.filter(({ requests }) => requests > 0)
        demandNoVerdict(asking, name)
      }
      if (!stage.hasVendor) return
      const found = await findHollowed(stage.connector, await stage.loadScenarios(), isLoginOperation)
      ok(
        found.length === 0,
        `These checks take an answer that says nothing for a verdict:\n  ${formatHollowed(found).join('\n  ')}\nDemand members that every true answer has.`,
      )
    },
  },
  {
    id: 'duplicates',
    title: 'a list that names everything twice makes no verdict better',
    needsVendor: true,
    run: async (stage) => {
      for (const scenario of await stage.loadScenarios()) {
        const before = await replayScenario(stage.connector, scenario)
        const asked = listQuestions(scenario)
        const answers = scenario.answers.map((answer) =>
          asked.includes(answer.operation) ? { ...answer, text: doubleLists(answer.text) } : answer,
        )
        const after = await replayScenario(stage.connector, { ...scenario, answers })
        const isBetter = after.status === 'pass' && before.status !== 'pass'
        ok(
          !isBetter,
          `Check "${scenario.check}" is ${before.status}, and passes when every list names everything twice. Count by id: distinctBy(items, ({ id }) => id).`,
        )
      }
    },
  },
  {
    id: 'members',
    title: 'no verdict stands without a member that decides it, but for those that were reviewed',
    needsVendor: true,
    run: async (stage) => {
      const found = (
        await Promise.all((await stage.loadScenarios()).map((scenario) => judgeScenario(stage, scenario)))
      ).flat()
      const wrong = found.filter((each) => !stage.reviewed.some((entry) => isReviewed(entry, each)))
      ok(
        wrong.length === 0,
        `Where a member is missing, null, of another type, an unknown word or an impossible time, a check cannot tell:\n  ${formatUngrounded(wrong).join('\n  ')}\nDemand it in the schema (vendorWord(), vendorTime()), or say in the option reviewed why the verdict is true without it.`,
      )
    },
  },
]

function isLoginOperation(operation: string, { logins }: StageScenario): boolean {
  return logins.includes(operation)
}

function judgeScenario({ connector }: Stage, scenario: StageScenario) {
  return findUngrounded(connector, [scenario], { isLogin: (operation) => scenario.logins.includes(operation) })
}

/** The check's own requests. */
function listQuestions({ answers, logins }: StageScenario): readonly string[] {
  return answers.map(({ operation }) => operation).filter((operation) => !logins.includes(operation))
}

function demandNoVerdict(checks: readonly CheckOutcome[], answer: string): void {
  const told = checks.filter(({ status }) => status === 'pass' || status === 'fail')
  ok(
    told.length === 0,
    `These checks take ${answer} for a verdict: ${told.map(({ id, status }) => `"${id}" is ${status}`).join(', ')}. Demand members that every true answer has.`,
  )
}

const jsonHeaders = { 'content-type': 'application/json' }

function answerJson(text: string): Response {
  return new Response(text, { headers: jsonHeaders })
}
