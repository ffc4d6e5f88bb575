import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeySigner, generateSigningKey, publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { openCheckpoint, signCheckpoint } from '../../../src/evidence/log/checkpoint.ts'
import { formatVerifierKey, openNote, signNote } from '../../../src/evidence/log/note.ts'
import { hashLeaf } from '../../../src/evidence/log/tree.ts'

/** The published example of the format, with the key and the signature of its own authors. */
const example = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`,
}
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const exampleVerifier = {
  name: 'example.com/foo',
  key: publicKeyOf(
    Buffer.concat([spkiPrefix, Buffer.from(example.key.split('+').slice(2).join('+'), 'base64').subarray(1)]),
  ),
}

const { privateKey, publicKey } = generateSigningKey()
const signer = createKeySigner(privateKey)
const verifier = { name: 'example.org/log/acme', key: publicKey }

describe('a signed note', () => {
  test('is read and its key named as other tools do', async () => {
    expect(formatVerifierKey(exampleVerifier)).toBe(example.key)
    expect(await openNote(example.note, [exampleVerifier])).toEqual({
      text: 'This is an example message.\n',
      signedBy: ['example.com/foo'],
    })
  })

  test('is refused with any character changed', async () => {
    const note = await signNote('one\ntwo\n', verifier.name, signer)
    expect((await openNote(note, [verifier]))?.text).toBe('one\ntwo\n')
    const other = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.nat(note.length - 1), other, async (at, other) => {
        const changed = note.slice(0, at) + other + note.slice(at + 1)
        expect(changed === note || (await openNote(changed, [verifier])) === undefined).toBe(true)
      }),
    )
  })

  test('leaves keys that nobody gave out of account, and fails by a given one that does not hold', async () => {
    const other = generateSigningKey()
    const note = await signNote('one\n', verifier.name, signer)
    const [, line = ''] = (await signNote('one\n', 'witness', createKeySigner(other.privateKey))).split('\n\n')
    const [, wrong = ''] = (await signNote('two\n', 'witness', createKeySigner(other.privateKey))).split('\n\n')
    const witness = { name: 'witness', key: other.publicKey }
    expect((await openNote(note + line, [verifier]))?.signedBy).toEqual([verifier.name])
    expect((await openNote(note + line, [verifier, witness]))?.signedBy).toEqual([verifier.name, 'witness'])
    expect((await openNote(note + wrong, [verifier]))?.signedBy).toEqual([verifier.name])
    expect(await openNote(note + wrong, [verifier, witness])).toBeUndefined()
    expect(await openNote(note, [witness])).toBeUndefined()
    expect(await openNote(note, [{ ...verifier, name: 'another' }])).toBeUndefined()
  })

  test('has no other form', async () => {
    const note = await signNote('one\n', verifier.name, signer)
    for (const changed of [
      note.slice(0, -1),
      `${note}\n`,
      note.replace('— ', '- '),
      note.replace('one\n', 'one\r\n'),
      note.replace('\n\n', '\n'),
      `${note}${'— unknown AAAAAAAA\n'.repeat(101)}`,
      'one\n'.repeat(300_000) + note,
      '',
    ])
      expect(await openNote(changed, [verifier])).toBeUndefined()
  })

  test('is not signed where nobody could read it', async () => {
    await expect(signNote('no line feed', verifier.name, signer)).rejects.toThrow(TypeError)
    await expect(signNote('bell\u0007\n', verifier.name, signer)).rejects.toThrow(TypeError)
    await expect(signNote('text\n', 'two words', signer)).rejects.toThrow(TypeError)
    const another = { publicKey: signer.publicKey, sign: () => new Uint8Array(64) }
    await expect(signNote('text\n', verifier.name, another)).rejects.toMatchObject({ code: 'SIGNING_FAILED' })
  })
})

describe('a checkpoint', () => {
  const root = Uint8Array.from(hashLeaf(Buffer.from('leaf')))

  test('says origin, size and root', async () => {
    const note = await signCheckpoint({ origin: verifier.name, size: 1, root }, signer)
    expect(note.split('\n').slice(0, 4)).toEqual([verifier.name, '1', Buffer.from(root).toString('base64'), ''])
    expect(await openCheckpoint(note, [verifier])).toEqual({ origin: verifier.name, size: 1, root })
  })

  test('says nothing else, and in one form', async () => {
    const base64 = Buffer.from(root).toString('base64')
    for (const text of [
      `${verifier.name}\n1\n`,
      `${verifier.name}\n01\n${base64}\n`,
      `${verifier.name}\n-1\n${base64}\n`,
      `${verifier.name}\n1e3\n${base64}\n`,
      `${verifier.name}\n9999999999999999\n${base64}\n`,
      `${verifier.name}\n1\n${base64.slice(0, -4)}\n`,
      `${verifier.name}\n1\n${base64}\nmore\n`,
      `two words\n1\n${base64}\n`,
    ])
      expect(await openCheckpoint(await signNote(text, verifier.name, signer), [verifier])).toBeUndefined()
  })
})
