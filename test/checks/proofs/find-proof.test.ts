import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConnector, runChecks } from 'checkwright/runtime'
import { expect, test } from 'vitest'
import { formatProofFile, type ProofFile, parseProofFile } from '../../../src/checks/proofs/proof-file.ts'
import { type AnyConnector, type CheckProof, stampConnector } from '../../../src/define/index.ts'
import { loadConnector } from '../../../src/service/commands/connector-file/load-connector.ts'
import { acmeText, readAcme } from '../../author/prove/acme.ts'
import { codeAcme, turnedCodeAcme } from '../../author/prove/code-acme.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const digest = 'a'.repeat(64)

function write(code: string, connector = 'acme'): ProofFile {
  const proof: CheckProof = {
    witnesses: digest,
    code,
    cases: 6,
    mutants: 14,
    killed: 13,
    notToldApart: 1,
    secondReader: { drawn: 1, agreed: 1 },
  }
  return {
    checkwright: 'proof/v1',
    connector,
    version: '1.0.0',
    code,
    witnesses: digest,
    checks: { 'keys-rotated': proof },
  }
}

async function run(proof: string | undefined, text = acmeText) {
  const connector = await readConnector(text, { name: 'acme.connector.yaml', proof })
  const { checks } = await runChecks(connector, { credentials: { api_key: 'k' }, fetch: async () => Response.json({}) })
  return checks.map(({ proof: told }) => told)
}

test('a run names what each check was tried on, if that is the code that runs', async () => {
  const file = write(readAcme().source?.sha256 ?? '')

  expect(await run(formatProofFile(file))).toEqual([file.checks['keys-rotated'], 'none'])
})

test.each([
  ['there is no proof', undefined],
  ['the code that was tried is another', formatProofFile(write('b'.repeat(64)))],
  ['the proof is that of another connector', formatProofFile(write(readAcme().source?.sha256 ?? '', 'apex'))],
  ['the proof cannot be read', '{'],
])('a run says none where %s', async (_why, proof) => {
  expect(await run(proof)).toEqual(['none', 'none'])
})

test('a run says none of a file that was edited after the proof', async () => {
  const proof = formatProofFile(write(readAcme().source?.sha256 ?? ''))

  expect(await run(proof, `${acmeText}# edited\n`)).toEqual(['none', 'none'])
})

test.each([
  "fix: { command: 'acme rotate {resource.id}', source: 'https://acme.example/cli' }",
  'fix:\n      command: acme rotate {resource.id}\n      source: https://acme.example/cli',
  'fix:\n      command: >-\n        acme rotate\n        {resource.id}\n      source: https://acme.example/cli\n    states: [keys-renewed]',
])('a run takes the proof of a file to which only a command that mends was added: %s', async (fix) => {
  const file = write(readAcme().source?.sha256 ?? '')
  const mended = acmeText.replace(/^ {4}title: Keys are rotated\n/m, (line) => `${line}    ${fix}\n`)

  expect(mended).not.toBe(acmeText)
  expect(await run(formatProofFile(file), mended)).toEqual([file.checks['keys-rotated'], 'none'])
})

test('a run takes the proof of a file to which only statements were added, as these decide no verdict', async () => {
  const file = write(readAcme().source?.sha256 ?? '')
  const stating = acmeText.replace(
    /^( *)(- )?id: keys-rotated\n/m,
    (line, space) => `${line}${space}  states: [keys-renewed]\n`,
  )
  const moved = stating.replace('states: [keys-renewed]', 'states: [{ keys-renewed: { age: 90 } }, second-factor-used]')

  expect(stating).not.toBe(acmeText)
  expect(await run(formatProofFile(file), stating)).toEqual([file.checks['keys-rotated'], 'none'])
  expect(await run(formatProofFile(file), moved)).toEqual([file.checks['keys-rotated'], 'none'])
  expect(await run(formatProofFile(file), stating.replace('Acme', 'Acne'))).toEqual(['none', 'none'])
})

test('a run of a connector in code takes the proof of its files, and none for a check that was exchanged since', async () => {
  const { checks: proofs } = write(digest)
  const stamped = stampConnector(codeAcme, { judgingSha256: digest, proofs: { code: digest, checks: proofs } })
  const [, turned] = turnedCodeAcme.checks
  const ask = async (connector: AnyConnector) => {
    const options = { credentials: { api_key: 'k' }, fetch: async () => Response.json({}) }
    return (await runChecks(connector, options)).checks.map(({ proof }) => proof)
  }

  expect(await ask(stamped)).toEqual([proofs['keys-rotated'], 'none'])
  expect(await ask({ ...stamped, checks: [stamped.checks[0], turned].filter((each) => each !== undefined) })).toEqual([
    'none',
    'none',
  ])
  expect(await ask(codeAcme)).toEqual(['none', 'none'])
})

test('a command takes the proof that stands beside the file of a connector', async () => {
  const folder = createTempFolder()
  const file = write(readAcme().source?.sha256 ?? '')
  writeFileSync(join(folder, 'acme.connector.yaml'), acmeText)
  const alone = await loadConnector(join(folder, 'acme.connector.yaml'))
  writeFileSync(join(folder, 'acme.proof.json'), formatProofFile(file))

  const proved = await loadConnector(join(folder, 'acme.connector.yaml'))

  expect([alone.proofs, proved.proofs]).toEqual([undefined, { code: file.code, checks: file.checks }])
})

test('parseProofFile() reads what formatProofFile() writes, and nothing else', () => {
  const file = write(digest)

  expect(parseProofFile(formatProofFile(file))).toEqual(file)
  for (const text of ['', '[]', '{"checkwright":"proof/v2"}', formatProofFile(file).replace('13', '-1')])
    expect(parseProofFile(text)).toBeUndefined()
})
