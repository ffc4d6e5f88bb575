import { appendFileSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { renderAuditorPage } from '../../../scripts/build/auditor-page.ts'
import { createKeySigner, formatPem, generateSigningKey } from '../../../src/evidence/bundle/signer.ts'
import { ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { makeSampleLog, sampleOrigin } from '../../evidence/log-proof.ts'
import { expectFitEverywhere, type OpenedPage } from '../browser.ts'
import { choose, expectVerdict, openAuditorPage, readArchiveBytes, trust } from './auditor.ts'

const genuine = `Every byte is exactly as ${ownKey.fingerprint} signed it.`

/** Drops files and folders as a person's mouse does. */
async function drop({ page }: OpenedPage, ...files: readonly string[]): Promise<void> {
  await page.getByText('Drop a package').scrollIntoViewIfNeeded()
  const box = await page.locator('.drop').boundingBox()
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 20,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
}

test('a zip, a folder, and several at once can be dropped', async () => {
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  const [archive, folder] = [await writeSampleBundle({ name: 'one.zip' }), await writeSampleBundle({ name: 'two' })]
  await drop(opened, archive)
  await expectVerdict(opened, genuine)
  expect(await page.locator('article h3.name').allTextContents()).toEqual(['one.zip'])
  await drop(opened, folder)
  await expect.poll(() => page.locator('article h3.name').allTextContents()).toEqual(['two'])
  await expectVerdict(opened, genuine)

  await drop(opened, folder, archive, import.meta.filename)
  await expect.poll(() => page.locator('article h3.name').allTextContents()).toEqual(['two', 'one.zip'])
  expect(await page.locator('.verdict.genuine').count()).toBe(2)
  await expect.poll(() => page.getByText(basename(import.meta.filename)).count()).toBe(1)
  expect(complaints).toEqual([])
})

test('the field for the evidence takes a trusted key too, and nothing else passes for a key', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  const archive = await readArchiveBytes()
  await choose(opened, ['bundle.zip', archive], ['signer.txt', 'x'.repeat(2_000_000)])
  await expectVerdict(opened, 'you have not entered whose signature you trust')
  await choose(opened, ['bundle.zip', archive], ['signer.pem', formatPem(ownKey.der)])
  await expectVerdict(opened, genuine)
  await trust(opened, '')
  await expectVerdict(opened, 'you have not entered whose signature you trust')
  await choose(opened, ['signer.pem', formatPem(ownKey.der)])
  await expectVerdict(opened, genuine)
  for (const wrong of ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'x'.repeat(2_000)]) {
    await trust(opened, wrong)
    await expect.poll(() => page.getByText('This is neither an Ed25519 public key').count()).toBe(1)
    await expectVerdict(opened, 'you have not entered whose signature you trust')
  }
  await trust(opened, `\n ${ownKey.fingerprint} \n`)
  await expectVerdict(opened, genuine)
  expect(await page.getByText('This is neither an Ed25519 public key').count()).toBe(0)
})

test.each([
  [
    'has no Ed25519',
    `const importKey = SubtleCrypto.prototype.importKey
    SubtleCrypto.prototype.importKey = function (...all) {
      return all[2] === 'Ed25519' ? Promise.reject(new DOMException('', 'NotSupportedError')) : importKey.apply(this, all)
    }`,
  ],
  ['accepts every signature', 'SubtleCrypto.prototype.verify = async () => true'],
  ['has no WebCrypto', 'delete Crypto.prototype.subtle'],
])('in a browser that %s the page cannot tell, and says so', async (_what, before) => {
  const opened = await openAuditorPage({ before })
  const { page, complaints } = opened
  await expect.poll(() => page.getByText('this browser cannot verify Ed25519').count()).toBe(1)
  await trust(opened, formatPem(ownKey.der))
  const bytes = Buffer.from(await readArchiveBytes())
  bytes.write('Enrol two.', bytes.indexOf('Enrol one.'))
  await choose(opened, ['bundle.zip', bytes])

  await expectVerdict(opened, 'Could not tell: this browser cannot verify Ed25519')
  expect(await page.locator('.verdict.genuine').count()).toBe(0)
  // Its digest shows all the same.
  expect(await page.getByText('Differs from the statement').count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a proof and kept checkpoints say whether the log has the run', async () => {
  const bundle = await writeSampleBundle()
  const file = (name: string) => [name, readFileSync(join(bundle, name))] as const
  const files = ['run.json', 'exchanges.har', 'manifest.json', 'statement.intoto.jsonl'].map(file)
  const { proof, checkpoint, makeCheckpoint } = await makeSampleLog(bundle)
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  const verdicts = () => page.locator('.verdict').allTextContents()

  await choose(opened, ...files, ['run.proof.json', proof], ['kept.txt', checkpoint])
  await expectVerdict(opened, `The evidence is entry 3 of the log ${sampleOrigin}, which had 8 entries`)
  expect((await verdicts())[1]).toContain('and the proof leads to it')
  await expectFitEverywhere(page)

  await choose(opened, ...files, ['run.proof.json', proof], ['early.txt', await makeCheckpoint(2)])
  await expect.poll(() => page.getByText('You also have a state with 8 entries').count()).toBe(1)

  const forged = await makeCheckpoint(8, new Uint8Array(32))
  await choose(opened, ...files, ['run.proof.json', proof], ['fork.txt', forged])
  await expect.poll(verdicts).toContainEqual(expect.stringContaining('two different states with 8 entries'))

  const stranger = createKeySigner(generateSigningKey().privateKey)
  const { checkpoint: theirs } = await makeSampleLog(bundle, { signer: stranger })
  await choose(opened, ...files, ['run.proof.json', proof.replace('"number": 3', '"number": 2')], ['b.txt', theirs])
  await expectVerdict(opened, 'the proof beside it does not show that the log contains it')
  expect(await page.locator('.problem').allTextContents()).toEqual([
    expect.stringMatching(/^proof\.json does not lead/),
  ])
  expect((await verdicts())[1]).toContain('Could not tell: no key that you trust signed this checkpoint')

  await choose(opened, ['run.proof.json', proof], ['kept.txt', checkpoint])
  await expect.poll(verdicts).toContainEqual(expect.stringContaining('its bundle is missing from your selection'))
  expect(complaints).toEqual([])
})

test('the policy of the page forbids connections, other scripts and styles, frames and forms', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  const refused = await page.evaluate(`new Promise((resolve) => {
    const seen = new Set()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.add(effectiveDirective))
    const add = (tag, members) => document.body.append(Object.assign(document.createElement(tag), members))
    fetch('https://example.com/').catch(() => {})
    add('img', { src: 'https://example.com/x.png' })
    add('script', { textContent: 'window.ran = true' })
    add('style', { textContent: 'body { display: none }' })
    add('iframe', { src: 'https://example.com/' })
    add('form', { action: 'https://example.com/' })
    document.forms[0].submit()
    add('base', { href: 'https://example.com/' })
    setTimeout('window.ran = true')
    setTimeout(() => resolve([...seen, String(window.ran)].toSorted()), 300)
  })`)
  expect(refused).toEqual(
    expect.arrayContaining(['connect-src', 'form-action', 'frame-src', 'img-src', 'script-src', 'style-src-elem']),
  )
  expect(refused).toContain('undefined')
})

test('the page is the same bytes each time it is made, and is for everybody', async () => {
  const [one, two] = [await renderAuditorPage(), await renderAuditorPage()]
  expect(one).toBe(two)
  expect(one).not.toContain(process.cwd())
})

test('a file that the browser cannot read any more is neither genuine nor broken', async () => {
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  const archive = await writeSampleBundle({ name: 'one.zip' })
  await drop(opened, archive)
  await expectVerdict(opened, 'you have not entered whose signature you trust')

  // A browser refuses to read a file that changed since somebody chose it.
  appendFileSync(archive, ' ')
  await trust(opened)
  await expectVerdict(opened, 'Could not tell: this browser cannot read the files (NotReadableError')
  expect(await page.locator('.verdict').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'verdict unknown',
  ])
  expect(complaints).toEqual([])
})
