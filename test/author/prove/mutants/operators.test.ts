import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { listCodeMutants } from '../../../../src/author/prove/mutants/code-mutants.ts'
import { listDataMutants, listOwnTexts } from '../../../../src/author/prove/mutants/data-mutants.ts'
import { nameMutant } from '../../../../src/author/prove/mutants/mutant.ts'
import { operatorsVersion } from '../../../../src/author/prove/mutants/operators.ts'
import { readVocabulary } from '../../../../src/author/prove/mutants/vocabulary.ts'
import { getConnectorFile } from '../../../../src/data/build-connector.ts'
import { acmeWorld, readAcme } from '../acme.ts'
import { codeAcme } from '../code-acme.ts'

/** By version of the operators, what they make of a connector as data and of one in TypeScript. */
const digests: Readonly<Record<number, string>> = {
  1: '6fbe2fa3f34a8ef1',
}

test('operatorsVersion is another one when the deliberate mistakes are others', async () => {
  const data = readAcme()
  const file = getConnectorFile(data)
  if (!file) throw new Error('Acme is a file.')
  const names: string[] = []
  for (const check of data.checks)
    names.push(
      ...listDataMutants(data, check, file, readVocabulary(acmeWorld.exchanges, listOwnTexts(data, check, file))).map(
        nameMutant,
      ),
    )
  for (const check of codeAcme.checks)
    names.push(
      ...(await listCodeMutants(codeAcme, check, [acmeWorld], readVocabulary(acmeWorld.exchanges, [])))
        .map(nameMutant)
        // Where the check stands is no part of the mistake.
        .map((name) => name.replace(/:\d+:/, ':')),
    )

  const digest = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
  expect(digest, `raise operatorsVersion; the mistakes are\n${names.join('\n')}`).toBe(digests[operatorsVersion])
})
