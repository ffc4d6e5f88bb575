import { readFileSync } from 'node:fs'
import { parseDataFile } from '../../data/data-file.ts'
import { getFormat } from '../../data/format/connector-file.ts'
import type { CheckTrial, ProofReport } from '../prove/prove-connector.ts'
import { formatDifference } from '../prove/trials/verdict.ts'
import { listLacking } from '../prove/witnesses/count-witnesses.ts'
import type { Witnesses } from '../prove/witnesses/read-witnesses.ts'
import { type AuthorProblem, toProblem } from './author-problem.ts'

/**
 * What stands against a proof, each at its place.
 * @param file of the connector
 */
export function listProofProblems(
  { disagreements, mistakes, checks }: ProofReport,
  witnesses: Witnesses,
  file: string,
): readonly AuthorProblem[] {
  const { data, place } = parseDataFile(file, readFileSync(file), {
    what: 'connector file',
    code: 'DEFINITION_INVALID',
    schema: getFormat(),
  })
  const ids = checks.map(({ check }) => check)
  const inConnector = (check: string, message: string, code: string, remedy: string) => {
    const index = ids.indexOf(check)
    const path = index >= 0 && index < (data.checks?.length ?? 0) ? ['checks', index] : []
    return toProblem(place({ path, message: `${check} ${message}` }), { code, remedy, file })
  }
  const inWitnesses = (path: readonly PropertyKey[], message: string, code: string, remedy: string) =>
    toProblem(witnesses.place({ path, message }), { code, remedy, file: witnesses.name })
  return [
    ...disagreements.map(({ witness, check, ...difference }) => {
      const index = witnesses.file.witnesses.findIndex(({ id }) => id === witness)
      return inWitnesses(
        index < 0 ? ['worlds'] : ['witnesses', index, 'expect'],
        `${witness}: ${check} ${formatDifference(difference)}`,
        'DISAGREEMENT',
        'Read the source of the witness again. Mend the check, or the label if the source says otherwise.',
      )
    }),
    ...mistakes.map((message) =>
      inWitnesses(['equivalent'], message, 'EQUIVALENT_WRONG', 'Take the entry out, or write a witness in its place.'),
    ),
    ...checks.flatMap(({ check, witnesses: count, survivors, siblings, otherwise }: CheckTrial) => [
      ...listLacking(count).map((verdict) =>
        inConnector(
          check,
          `has no witness that is ${verdict}`,
          'WITNESS_LACKING',
          'Write one from what the description says.',
        ),
      ),
      ...survivors.map(({ mutant, world, change }) =>
        inConnector(
          check,
          `is not told from the mistake "${mutant.slice(check.length + 1)}", which these answers show: ${JSON.stringify({ world, change })}`,
          'SURVIVOR',
          'Write a witness with this change, with the verdict that is right by the description.',
        ),
      ),
      ...(siblings?.unread ?? []).map((member) =>
        inConnector(
          check,
          `decides beside "${member}", which nobody reads`,
          'SIBLING_UNREAD',
          'Read it in the check, or say under "unread" why it turns no verdict.',
        ),
      ),
      ...(siblings?.passedOver ?? []).map(({ member, by }) =>
        inConnector(
          check,
          `passes over "${member}", by which ${by} tells what counts`,
          'SIBLING_PASSED_OVER',
          `Read it in the check, or say under "unread" with "checks: [${check}]" why it turns no verdict.`,
        ),
      ),
      ...(siblings?.openWords ?? []).map((word) =>
        inConnector(
          check,
          `does not name the word "${word}"`,
          'WORD_OPEN',
          'Name it in the check, or under "unread" with the reason.',
        ),
      ),
      ...otherwise.map(({ witness, ...difference }) => {
        const index = witnesses.file.witnesses.findIndex(({ id }) => id === witness)
        return inWitnesses(
          ['witnesses', index, 'expect'],
          `the person labels it otherwise: ${check} ${formatDifference(difference)}`,
          'LABEL_OTHERWISE',
          'The person read the source alone. Mend the check and the witness.',
        )
      }),
    ]),
  ]
}
