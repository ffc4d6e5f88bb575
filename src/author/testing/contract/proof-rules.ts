import { ok } from 'node:assert/strict'
import { findStaleParts, locateProof, readProofFile } from '../../prove/kept-proof.ts'
import { observeCode, proveConnector } from '../../prove/prove-connector.ts'
import { type CheckSiblings, findSiblings } from '../../prove/siblings/find-siblings.ts'
import { formatDifference } from '../../prove/trials/verdict.ts'
import { countWitnesses, listLacking } from '../../prove/witnesses/count-witnesses.ts'
import { draw } from '../../prove/witnesses/draw.ts'
import type { ContractRule } from './rule.ts'
import type { Stage, TriedOn } from './stage.ts'

/** Rules about what the judgement of each check was tried on. */
export const proofRules: readonly ContractRule[] = [
  {
    id: 'judgement',
    title: 'every check comes to the verdicts of its witnesses, and the proof beside it is of the present code',
    needs: 'witnesses',
    run: async (stage) => {
      const { connector } = stage
      const { path, load } = demandTried(stage)
      const witnesses = await load()
      refuse(
        connector.checks.flatMap((check) =>
          listLacking(countWitnesses(witnesses.witnesses, check)).map((each) => `${check.id}: none that is ${each}`),
        ),
        'Each check needs a witness that passes, one that fails or needs a person, and one that cannot be told',
        'Write them from what the vendor says.',
      )
      const proof = readProofFile(path)
      const stale = findStaleParts(proof, connector, witnesses)
      const checks = draw(connector.checks, 1, witnesses.sha256, ({ id }) => id).map(({ id }) => id)
      // What no witness notices is judged by the proof, which says what an answer shows.
      const report = await proveConnector(connector, { witnesses, checks, triesMax: 0 })
      refuse(
        report.disagreements.map(({ witness, check, ...each }) => `${witness}: ${check} ${formatDifference(each)}`),
        'A witness or a check is wrong',
        'Read the source of the witness again.',
      )
      refuse(stale, `${locateProof(path)} is not of`, `Renew it: ${renewal}`)
      const quiet = Object.entries(proof?.checks ?? {}).flatMap(([check, { mutants, killed, notToldApart }]) =>
        mutants > killed + notToldApart ? [`${check}: ${mutants - killed - notToldApart}`] : [],
      )
      refuse(
        quiet,
        'An answer shows deliberate mistakes that no witness notices',
        `Write what lacks: ${renewal} --propose`,
      )
      refuse(
        report.checks.flatMap(({ check, mutants, killed }) => {
          const numbers = proof?.checks[check]
          return numbers?.mutants === mutants && numbers.killed === killed
            ? []
            : [`${check}: ${killed} of ${mutants} noticed`]
        }),
        `${locateProof(path)} says another number of deliberate mistakes`,
        `Renew it: ${renewal}`,
      )
    },
  },
  {
    id: 'siblings',
    title: 'every member beside those that decide is read, or somebody says why not',
    needs: 'description',
    run: async (stage) => {
      refuse(
        await listSiblings(stage, ({ unread }) => unread),
        'The description has members beside those that decide, which no check reads',
        'Read them, or say under "unread" why not, or under "notJudged" what the checks leave open.',
      )
      refuse(
        await listSiblings(stage, ({ passedOver }) => passedOver.map(({ member, by }) => `${member}, as ${by} does`)),
        'Checks do not tell by a member whether an item counts, though another check or an inventory does',
        'Read it there, too, or say under "unread" or "notJudged" why not, with "checks:" and the id of each check.',
      )
    },
  },
  {
    id: 'words',
    title: 'every word that the description lists for a member that decides has a meaning',
    needs: 'description',
    run: async (stage) =>
      refuse(
        await listSiblings(stage, ({ openWords }) => openWords),
        'The description lists words for members that decide, which the check does not name',
        'Name each in the check, or under "unread" with the reason.',
      ),
  },
]

const renewal = 'checkwright prove <connector>'

async function listSiblings(
  stage: Stage,
  pick: (siblings: CheckSiblings) => readonly string[],
): Promise<readonly string[]> {
  const { connector } = stage
  const { description, load } = demandTried(stage)
  const found = description ? findSiblings(connector, description, await observeCode(connector, await load())) : []
  return found.flatMap((each) => pick(each).map((place) => `${each.check}: ${place}`))
}

function demandTried({ tried }: Stage): TriedOn {
  if (!tried) throw new TypeError('The connector has no witnesses.')
  return tried
}

/** @throws AssertionError that lists what is wrong, if anything is */
function refuse(lines: readonly string[], what: string, remedy: string): void {
  ok(lines.length === 0, `${what}:\n  ${lines.join('\n  ')}\n${remedy}`)
}
