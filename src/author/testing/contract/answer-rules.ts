import { ok } from 'node:assert/strict'
import type { CheckOutcome } from '../../../define/index.ts'
import { findHollowed, formatHollowed, hollowAnswers } from './hollow-answers.ts'
import { doubleLists } from './mutations.ts'
import { findHidden, formatHidden, type HiddenFinding } from './odd-records.ts'
import { formatUngrounded, isReviewed } from './reviewed-member.ts'
import type { ContractRule } from './rule.ts'
import { type Answered, repeatAnswers } from './scenario.ts'
import type { Respond, Stage, StageScenario } from './stage.ts'
import { findUngrounded } from './ungrounded-results.ts'
import { listWorldScenarios } from './world-scenarios.ts'

/** Rules about misleading answers. */
export const answerRules: readonly ContractRule[] = [
  {
    id: 'hollow-answers',
    title: 'an answer without the requested data is neither pass nor fail',
    run: async (stage) => {
      for (const { name, text } of hollowAnswers) {
        const { result } = await stage.perform({ of: 'checks', respond: () => answerJson(text) })
        const asking = result.checks.filter(({ requests }) => requests > 0)
        demandNoVerdict(asking, name)
      }
      if (!stage.hasVendor) return
      const found = (await findHollowed(stage.connector, await stage.loadScenarios(), isLoginOperation)).filter(
        ({ check }) => !stage.reviewed.some((entry) => isReviewed(entry, { check, member: '', kind: 'removed' })),
      )
      ok(
        found.length === 0,
        `These checks reach a verdict from an answer without data:\n  ${formatHollowed(found).join('\n  ')}\nRequire members that every true answer has.`,
      )
    },
  },
  {
    id: 'duplicates',
    title: 'a list with every item twice does not improve a verdict',
    needs: 'vendor',
    run: async (stage) => {
      const plain = await stage.perform()
      const { result } = await stage.perform({
        of: 'checks',
        checks: stage.connector.checks.map(({ id }) => id),
        respond: repeatDoubled(plain.answers),
      })
      for (const { id, results } of result.checks.filter(({ status }) => status === 'pass')) {
        const before = plain.result.checks.find((check) => check.id === id)
        // A page behind an offset that counts items is passed over, and so are its failures.
        const seen = new Set(results.map(({ resource }) => resource.id))
        if (before?.results.some(({ status, resource }) => status === 'fail' && !seen.has(resource.id))) continue
        ok(
          before?.status === 'pass',
          `Check "${id}" is ${before?.status}, but passes when every list has each item twice. Count by id: distinctBy(items, ({ id }) => id).`,
        )
      }
    },
  },
  {
    id: 'members',
    title: 'every member that decides a verdict is required, except those that were reviewed',
    needs: 'vendor',
    run: async (stage) => {
      const found = (
        await Promise.all((await stage.loadScenarios()).map((scenario) => judgeScenario(stage, scenario)))
      ).flat()
      const wrong = found.filter((each) => !stage.reviewed.some((entry) => isReviewed(entry, each)))
      ok(
        wrong.length === 0,
        `A check cannot tell if a member is missing, null, of another type, an unknown value or an impossible time:\n  ${formatUngrounded(wrong).join('\n  ')}\nRequire it in the schema (vendorWord(), vendorTime()), or give the reason why the verdict is true without it in the option reviewed.`,
      )
    },
  },
  {
    id: 'odd-record',
    title: 'one odd record of a list hides no finding behind it',
    needs: 'vendor or witnesses',
    run: async (stage) => {
      const { connector, hasVendor, tried } = stage
      const found: HiddenFinding[] = []
      for (const scenario of hasVendor ? await stage.loadScenarios() : [])
        found.push(...(await findHidden(connector, [scenario], { isLogin: (each) => scenario.logins.includes(each) })))
      const worlds = tried ? listWorldScenarios(connector, (await tried.load()).worlds) : []
      for (const { scenario, replay } of worlds) found.push(...(await findHidden(connector, [scenario], { replay })))
      ok(
        found.length === 0,
        `One odd record hides others:\n  ${formatHidden(found).join('\n  ')}\nGive ctx.paginate the schema of an item and a resource, and work on items by ctx.each with a resource.`,
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

/** What the checks were answered, with each item of a list twice. What they had not asked has no answer. */
function repeatDoubled(answers: readonly Answered[]): Respond {
  const repeat = repeatAnswers(answers.map((answer) => ({ ...answer, text: doubleLists(answer.text) })))
  return ({ url, init }) => repeat(url.href, init)
}

function demandNoVerdict(checks: readonly CheckOutcome[], answer: string): void {
  const decided = checks.filter(({ status }) => status === 'pass' || status === 'fail')
  ok(
    decided.length === 0,
    `These checks reach a verdict from ${answer}: ${decided.map(({ id, status }) => `"${id}" is ${status}`).join(', ')}. Require members that every true answer has.`,
  )
}

const jsonHeaders = { 'content-type': 'application/json' }

function answerJson(text: string): Response {
  return new Response(text, { headers: jsonHeaders })
}
