import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectSessionRecord } from '../../../../src/auth/connect-session-store.ts'
import type { UploadFilter } from '../../../../src/service/files/evidence-uploads.ts'
import type { FileRecord } from '../../../../src/service/files/files.ts'
import type { CommentRecord } from '../../../../src/service/records/comments.ts'
import type { IdempotencyRecord } from '../../../../src/service/records/idempotency.ts'
import type { ManualAnswer } from '../../../../src/service/records/manual-answers.ts'
import { parseSearchWords } from '../../../../src/service/records/search-words.ts'
import type { SignInLinkRecord, WebSessionRecord } from '../../../../src/service/records/web-sessions.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { addOrganizations } from '../records.ts'

const ada = { id: 'ada', name: 'Ada', email: 'ada@example.com', image: null, deactivated: false }

function comment(id: string, changes: Partial<CommentRecord> = {}): CommentRecord {
  return {
    id,
    organizationId: 'acme',
    entityType: 'task',
    entityId: 't1',
    content: `"${id}" 😀`,
    contextUrl: null,
    authorId: 'ada',
    author: ada,
    createdAtMs: 1_790_000_000_123,
    updatedAtMs: null,
    threadId: null,
    resolvedAtMs: null,
    resolvedBy: null,
    ...changes,
  }
}

function file(id: string, organizationId = 'acme'): FileRecord {
  return {
    id,
    organizationId,
    name: 'ä.pdf',
    type: 'a/b',
    sizeBytes: 2 ** 40,
    sha256: 'f'.repeat(64),
    objectKey: `key-${id}`,
    userId: null,
    createdAtMs: 1_790_000_000_123,
  }
}

function answer(id: string, question: string, changes: Partial<ManualAnswer> = {}): ManualAnswer {
  return {
    id,
    organizationId: 'acme',
    question,
    answer: 'Yes.',
    tags: ['a'],
    sourceQuestionnaireId: null,
    ownerId: null,
    expiresDay: null,
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    ...changes,
  }
}

function link(tokenHash: string, changes: Partial<SignInLinkRecord> = {}): SignInLinkRecord {
  const noPeriod = { periodFrom: null, periodTo: null }
  return {
    organizationId: 'acme',
    userId: 'ada',
    role: 'admin',
    ...noPeriod,
    tokenHash,
    madeBy: null,
    expiresAtMs: 9_000,
    mayOperate: 1,
    ...changes,
  }
}

function session(idHash: string, changes: Partial<WebSessionRecord> = {}): WebSessionRecord {
  return {
    organizationId: 'acme',
    userId: 'ada',
    role: 'member',
    periodFrom: null,
    periodTo: null,
    idHash,
    createdAtMs: 1_000,
    signedInAtMs: null,
    mayOperate: 1,
    lastUsedAtMs: 1_000,
    expiresAtMs: 1_790_000_000_123,
    ...changes,
  }
}

function reservation(changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    organizationId: 'acme',
    actor: 'api-key:1',
    key: 'k',
    digest: 'd',
    status: null,
    answer: null,
    expiresAtMs: 2_000,
    ...changes,
  }
}

/** The contract of every store for the data of a compliance service beside runs. */
export function describeWorkspaceContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    return store
  }

  describe(`${name}: comments`, () => {
    test('a thread is resolved until somebody answers it; answers to a deleted comment begin threads of their own', async () => {
      const { comments } = await open()
      const entity = { organizationId: 'acme', entityType: comment('c1').entityType, entityId: comment('c1').entityId }
      const list = async (isResolved?: boolean) =>
        (await comments.listThreads({ ...entity, isResolved, limit: 10 })).map(({ id }) => id)
      await comments.insert(comment('c1'), [])
      await comments.insert(comment('c2'), [])
      await comments.insert(comment('c3', { threadId: 'c1' }), [])

      const resolved = { resolvedAtMs: 5, resolvedBy: 'ada' }
      const ends = [
        await comments.resolve({ organizationId: 'acme', id: 'c1' }, resolved),
        await comments.resolve({ organizationId: 'other', id: 'c2' }, resolved),
        await comments.resolve({ organizationId: 'acme', id: 'c3' }, resolved),
      ]
      const before = [await list(), await list(true), await list(false)]
      await comments.insert(comment('c4', { threadId: 'c1' }), [])
      const answered = await list(true)
      await comments.delete({ organizationId: 'acme', id: 'c1', authorId: comment('c1').authorId })

      expect(ends).toEqual([true, false, false])
      expect(before).toEqual([['c1', 'c2'], ['c1'], ['c2']])
      expect(answered).toEqual([])
      expect((await list()).toSorted()).toEqual(['c2', 'c3', 'c4'])
    })

    test('find() gives the comment with its attachments in their order, in its own organization alone', async () => {
      const { comments } = await open()
      const attachments = ['f1', 'f2'].map((id, position) => ({
        commentId: 'c1',
        position,
        description: null,
        file: file(id),
      }))

      await comments.insert(comment('c1'), attachments.toReversed())

      expect(await comments.find('acme', 'c1')).toEqual({ ...comment('c1'), attachments })
      expect(await comments.find('other', 'c1')).toBeUndefined()
      expect(await comments.findAttachment('acme', 'f2')).toEqual(file('f2'))
      expect(await comments.findAttachment('other', 'f2')).toBeUndefined()
    })

    test('insert() keeps nothing when one of the files cannot be kept', async () => {
      const { comments, files } = await open()
      const taken = { commentId: 'c2', position: 0, description: null, file: file('f1') }
      await comments.insert(comment('c1'), [{ ...taken, commentId: 'c1' }])

      const insert = comments.insert(comment('c2'), [{ ...taken, position: 1, file: file('f2') }, taken])

      await expect(insert).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
      expect(await comments.find('acme', 'c2')).toBeUndefined()
      expect(await files.find('f2')).toBeUndefined()
    })

    test("insert() refuses another organization's comment or file, and an organization that does not exist", async () => {
      const { comments } = await open()
      const foreign = { commentId: 'c1', position: 0, description: null, file: file('f1', 'other') }

      await expect(comments.insert(comment('c1'), [foreign])).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(comments.insert(comment('c1', { organizationId: 'no' }), [])).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })

    test('list() is by time and id, from any place on, of one entity', async () => {
      const { comments } = await open()
      const times: Readonly<Record<string, number>> = { b: 5, a: 5, d: 7, c: 6 }
      for (const [id, createdAtMs] of Object.entries(times)) await comments.insert(comment(id, { createdAtMs }), [])
      await comments.insert(comment('e', { entityType: 'risk' }), [])
      await comments.insert(comment('f', { organizationId: 'other' }), [])
      const ids = async (limit: number, after?: { createdAtMs: number; id: string }) => {
        const filter = { organizationId: 'acme', entityType: 'task', entityId: 't1', limit, after } as const
        return (await comments.list(filter)).map(({ id }) => id).join('')
      }

      expect(await ids(9)).toBe('abcd')
      expect(await ids(2)).toBe('ab')
      expect(await ids(9, { createdAtMs: 5, id: 'a' })).toBe('bcd')
      expect(await ids(9, { createdAtMs: 6, id: 'c' })).toBe('d')
      const newest = await comments.listNewest({ organizationId: 'acme', entityType: 'task', entityId: 't1', limit: 3 })
      expect(newest.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
    })

    test('update() and delete() are for the author; delete() takes the files with it', async () => {
      const { comments, files } = await open()
      const own = { organizationId: 'acme', id: 'c1', authorId: 'ada' }
      const changes = { content: 'new', updatedAtMs: 9 }
      await comments.insert(comment('c1'), [{ commentId: 'c1', position: 0, description: 'd', file: file('f1') }])

      expect(await comments.update({ ...own, authorId: 'bob' }, changes)).toBe(false)
      expect(await comments.delete({ ...own, organizationId: 'other' })).toBeUndefined()
      expect(await comments.update(own, changes)).toBe(true)
      expect(await comments.find('acme', 'c1')).toMatchObject(changes)
      expect(await comments.delete(own)).toEqual([file('f1')])
      expect(await comments.delete(own)).toBeUndefined()
      expect(await files.find('f1')).toBeUndefined()
    })
  })

  describe(`${name}: evidenceUploads`, () => {
    test('insert() keeps the file, which find() gives', async () => {
      const { evidenceUploads, files } = await open()

      await evidenceUploads.insert({ formType: 'review', file: file('f1') })

      expect(await files.find('f1')).toEqual(file('f1'))
    })

    test('list() and find() give what people of the organization uploaded, the newest first', async () => {
      const { evidenceUploads } = await open()
      const ids = async (filter: Partial<UploadFilter> = {}) =>
        (await evidenceUploads.list({ organizationId: 'acme', ...filter })).map((upload) => upload.file.id)
      await evidenceUploads.insert({ formType: 'review', file: { ...file('f1'), createdAtMs: 1_000 } })
      await evidenceUploads.insert({ formType: 'other', file: { ...file('f2'), createdAtMs: 2_000 } })
      await evidenceUploads.insert({ formType: 'review', file: { ...file('f3'), createdAtMs: 2_000 } })
      await evidenceUploads.insert({ formType: 'run-bundle', file: { ...file('f4'), createdAtMs: 3_000 } })
      await evidenceUploads.insert({ formType: 'review', file: { ...file('f5'), organizationId: 'other' } })

      expect(await ids()).toEqual(['f3', 'f2', 'f1'])
      expect(await ids({ formType: 'review' })).toEqual(['f3', 'f1'])
      expect(await ids({ limit: 1, before: { createdAtMs: 2_000, id: 'f3' } })).toEqual(['f2'])
      expect(await ids({ within: { fromMs: 1_000, toMs: 1_999 } })).toEqual(['f1'])
      expect(await evidenceUploads.find('f2', 'acme')).toEqual({
        formType: 'other',
        file: { ...file('f2'), createdAtMs: 2_000 },
      })
      expect(await evidenceUploads.find('f2', 'other')).toBeUndefined()
      expect(await evidenceUploads.find('f4', 'acme')).toBeUndefined()
    })
  })

  describe(`${name}: manualAnswers`, () => {
    test('are found by all of their words, and by what these begin like, in their own organization', async () => {
      const { manualAnswers } = await open()
      await manualAnswers.save(
        answer('a1', 'Do you encrypt data at rest?', { answer: 'Yes, by AES-256.', tags: ['Krypto'] }),
      )
      await manualAnswers.save(answer('a2', 'Wer löscht Daten?', { answer: "The operator's; DROP TABLE x" }))
      await manualAnswers.save(answer('a3', 'Do you encrypt data at rest?', { organizationId: 'other' }))
      const find = async (...words: string[]) =>
        (await manualAnswers.list({ organizationId: 'acme', limit: 9, words })).map(({ id }) => id)

      expect(await find('encrypt', 'rest')).toEqual(['a1'])
      expect(await find('encr')).toEqual(['a1'])
      expect([await find('krypto'), await find('256'), await find('löscht')]).toEqual([['a1'], ['a1'], ['a2']])
      expect(await find('drop', 'table')).toEqual(['a2'])
      expect([await find('encrypt', 'nothing'), await find(), await find('or'), await find('rypt')]).toEqual([
        [],
        [],
        [],
        [],
      ])
      await manualAnswers.save(answer('a9', 'Do you encrypt data at rest?', { answer: 'No.' }))
      expect([await find('aes'), await find('no')]).toEqual([[], ['a1']])
      await manualAnswers.delete('acme', 'a1')
      expect(await find('encrypt')).toEqual([])
    })

    test.each([
      ['क्या डेटा एन्क्रिप्ट किया गया है', 'डेटा', 'टा'],
      ['ข้อมูลถูกเข้ารหัสหรือไม่', 'เข้ารหัส', 'ภาษา'],
      ['هل البيانات مُشفَّرة', 'مُشفَّرة', 'شفَّرة'],
      ['İstanbul’da veri', 'İSTANBUL', 'stanbul'],
      ['暗号化されていますか', '暗号化', '化号'],
      ['Daten verschlu\u0308sselt', 'VERSCHLÜSSELT', 'schlüsselt'],
      ['x y_z a.b@c.example/d?e=1', 'c.example', 'ample'],
      [`${'long'.repeat(900)} tail`, 'tail', 'ail'],
    ])('are found by words of any script: %s', async (question, sought, other) => {
      const { manualAnswers } = await open()
      await manualAnswers.save(answer('a1', question))
      const find = async (text: string) =>
        (await manualAnswers.list({ organizationId: 'acme', limit: 9, words: parseSearchWords(text) })).length

      expect([await find(sought), await find(other), await find(question)]).toEqual([1, 0, 1])
    })

    test('are found by words that very many have, a page at a time, as if each was looked at', async () => {
      const { manualAnswers } = await open()
      const saved = Array.from({ length: 900 }, (_, index) => {
        const words = [
          'every',
          ...(index < 450 ? ['older'] : ['newer']),
          ...(index % 2 === 0 ? ['half'] : []),
          ...(index < 450 || index % 9 === 0 ? ['mixed'] : []),
        ]
        return answer(`a${String(index).padStart(3, '0')}`, `${words.join(' ')} ${index}`, { updatedAtMs: index >> 1 })
      })
      for (const each of saved) await manualAnswers.save(each)
      for (let index = 0; index < 60; index++)
        await manualAnswers.save(
          answer(`o${index}`, `every half ${index}`, { organizationId: 'other', updatedAtMs: 9_999 }),
        )
      const newestFirst = saved.toReversed()

      for (const words of [
        ['every'],
        ['older'],
        ['newer'],
        ['half'],
        ['mixed'],
        ['half', 'older'],
        ['eve', 'ol'],
        ['nothing'],
      ])
        for (const limit of [7, 90]) {
          const seen: string[] = []
          for (let after: { updatedAtMs: number; id: string } | undefined; ; ) {
            const page = await manualAnswers.list({ organizationId: 'acme', words, limit, after })
            seen.push(...page.map(({ id }) => id))
            after = page.at(-1)
            if (page.length < limit || seen.length > 900) break
          }
          const having = newestFirst.filter(({ question }) => words.every((word) => question.includes(word)))
          expect([words, limit, seen]).toEqual([words, limit, having.map(({ id }) => id)])
        }
      expect((await manualAnswers.list({ organizationId: 'acme', words: ['every'], limit: 1 }))[0]).toEqual(saved[899])
    })

    test('save() keeps one answer a question and organization, by the id and time of the first', async () => {
      const { manualAnswers } = await open()
      const changed = { answer: 'No.', tags: [], sourceQuestionnaireId: 'q', createdAtMs: 2_000, updatedAtMs: 2_000 }

      const ids = [
        await manualAnswers.save(answer('a1', 'Q?')),
        await manualAnswers.save(answer('a2', 'Q?', changed)),
        await manualAnswers.save(answer('a3', 'Q?', { organizationId: 'other' })),
        await manualAnswers.save(answer('a4', 'q?')),
      ]

      expect(ids).toEqual(['a1', 'a1', 'a3', 'a4'])
      expect(await manualAnswers.list({ organizationId: 'acme', limit: 9 })).toEqual([
        answer('a1', 'Q?', { ...changed, createdAtMs: 1_000 }),
        answer('a4', 'q?'),
      ])
    })

    test('a question is one in composed and in decomposed letters, and found by both', async () => {
      const { manualAnswers } = await open()
      const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'Verschlüsselt ihr Daten?'.normalize(form))
      const find = async (search: string) =>
        (await manualAnswers.list({ organizationId: 'acme', limit: 9, search })).map(({ id }) => id)

      const ids = [
        await manualAnswers.save(answer('a1', decomposed ?? '')),
        await manualAnswers.save(answer('a2', composed ?? '')),
        await manualAnswers.save(answer('a3', ` Verschlüsselt  ihr\u00a0Daten?`)),
      ]

      expect(ids).toEqual(['a1', 'a1', 'a1'])
      for (const form of ['NFC', 'NFD'] as const) expect(await find('VERSCHLÜSSELT'.normalize(form))).toEqual(['a1'])
    })

    test('save() takes questions longer than an index may be', async () => {
      const { manualAnswers } = await open()
      const long = '😀'.repeat(10_000)

      const ids = [await manualAnswers.save(answer('a1', long)), await manualAnswers.save(answer('a2', long))]

      expect(ids).toEqual(['a1', 'a1'])
    })

    test('list() searches in any case, with % _ ! as themselves, page after page', async () => {
      const { manualAnswers } = await open()
      for (const [index, question] of ['ÄPFEL 100%', 'under_score', 'bang! 1000', 'äpfel'].entries())
        await manualAnswers.save(answer(`a${index}`, question, { updatedAtMs: index }))
      const found = async (search?: string, after?: { updatedAtMs: number; id: string }) => {
        const rows = await manualAnswers.list({ organizationId: 'acme', limit: 9, search, after })
        return rows.map(({ id }) => id).join(' ')
      }

      expect(await found()).toBe('a3 a2 a1 a0')
      expect(await found(undefined, { updatedAtMs: 2, id: 'a2' })).toBe('a1 a0')
      expect(await found('Äpfel')).toBe('a3 a0')
      expect(await found('100%')).toBe('a0')
      expect(await found('_')).toBe('a1')
      expect(await found('!')).toBe('a2')
    })

    test('list() finds a text of few among many as if each was looked at, also after changes', async () => {
      const { manualAnswers } = await open()
      const texts = ['ÄPFEL 100%', 'under_score "or"', 'bang! 1000', '日本語テスト']
      for (let index = 0; index < 230; index++)
        await manualAnswers.save(answer(`a${index}`, `${index} ${texts[index] ?? 'Question'}`, { updatedAtMs: index }))
      await manualAnswers.save(answer('o', 'ÄPFEL', { organizationId: 'other' }))
      const found = async (search: string, after?: { updatedAtMs: number; id: string }, limit = 9) =>
        (await manualAnswers.list({ organizationId: 'acme', limit, search, after })).map(({ id }) => id)

      expect([await found('äpfel'), await found('ore "or'), await found('G! 10')]).toEqual([['a0'], ['a1'], ['a2']])
      expect([await found('本語テ'), await found('_'), await found('nobody')]).toEqual([['a3'], ['a1'], []])
      expect(await found('22', undefined, 4)).toEqual(['a229', 'a228', 'a227', 'a226'])
      expect(await found('122 q')).toEqual(['a122'])
      expect(await found('122 q', { updatedAtMs: 122, id: 'a122' })).toEqual([])
      await manualAnswers.save(answer('x', '0 ÄPFEL 100%', { answer: 'Birnen', updatedAtMs: 300 }))
      expect([await found('birne'), await found('yes'), await found('äpfel')]).toEqual([
        ['a0'],
        expect.anything(),
        ['a0'],
      ])
      await manualAnswers.delete('acme', 'a0')
      expect([await found('birne'), await found('äpfel')]).toEqual([[], []])
    })

    test('delete() and deleteAll() leave other organizations alone', async () => {
      const { manualAnswers } = await open()
      await manualAnswers.save(answer('a1', '1'))
      await manualAnswers.save(answer('a2', '2'))
      await manualAnswers.save(answer('a3', '3', { organizationId: 'other' }))

      expect(await manualAnswers.delete('acme', 'a3')).toBe(false)
      expect(await manualAnswers.delete('acme', 'a1')).toBe(true)
      expect(await manualAnswers.deleteAll('acme')).toBe(1)
      expect(await manualAnswers.list({ organizationId: 'other', limit: 9 })).toHaveLength(1)
    })
  })

  describe(`${name}: idempotency`, () => {
    test('reserve() lets one of many through and shows the others its record', async () => {
      const { idempotency } = await open()

      const all = await Promise.all(Array.from({ length: 8 }, () => idempotency.reserve(reservation(), 1_000)))
      await idempotency.complete(reservation(), { status: 201, answer: '{}' })

      expect(all.filter((record) => record === undefined)).toHaveLength(1)
      expect(await idempotency.reserve(reservation({ digest: 'e' }), 1_000)).toEqual(
        reservation({ status: 201, answer: '{}' }),
      )
    })

    test('reserve() may be repeated by the one that has the key, and release() takes it from no other', async () => {
      const { idempotency } = await open()
      const [one, other] = [reservation({ answer: 'one' }), reservation({ answer: 'other' })]

      const reserved = [await idempotency.reserve(one, 1_000), await idempotency.reserve(one, 1_000)]
      await idempotency.release(other)
      const taken = await idempotency.reserve(other, 1_000)
      await idempotency.complete(one, { status: 201, answer: 'one' })
      await idempotency.release(one)

      expect([...reserved, taken]).toEqual([undefined, undefined, one])
      expect(await idempotency.reserve(one, 1_000)).toEqual(reservation({ status: 201, answer: 'one' }))
    })

    test('reserve() is by organization, actor and key, and free after release() and after its time', async () => {
      const { idempotency } = await open()
      await idempotency.reserve(reservation(), 1_000)

      const others = [{ organizationId: 'other' }, { actor: 'user:1' }, { key: 'l' }]
      for (const other of others) expect(await idempotency.reserve(reservation(other), 1_000)).toBeUndefined()
      expect(await idempotency.reserve(reservation(), 1_999)).toEqual(reservation())
      expect(await idempotency.reserve(reservation({ expiresAtMs: 3_000 }), 2_000)).toBeUndefined()
      expect(await idempotency.reserve(reservation(), 2_999)).toEqual(reservation({ expiresAtMs: 3_000 }))
      await idempotency.release(reservation())
      expect(await idempotency.reserve(reservation(), 2_999)).toBeUndefined()
    })
  })

  describe(`${name}: audit`, () => {
    test('list() is newest first, from any place on; complete() adds what came of it', async () => {
      const { audit } = await open()
      const entry = (id: string, atMs: number, organizationId = 'acme') => ({
        id,
        organizationId,
        actor: { type: 'user' as const, id: 'ada' },
        action: 'comment.create' as const,
        target: null,
        fields: ['content'],
        requestId: 'r',
        atMs,
        status: null,
      })
      for (const one of [entry('a', 1), entry('c', 2), entry('b', 2), entry('d', 3, 'other')]) await audit.insert(one)

      await audit.complete('b', { status: 201, target: 'c1' })

      expect(await audit.list({ organizationId: 'acme', limit: 9 })).toEqual([
        entry('c', 2),
        { ...entry('b', 2), status: 201, target: 'c1' },
        entry('a', 1),
      ])
      const older = await audit.list({ organizationId: 'acme', limit: 9, before: { atMs: 2, id: 'c' } })
      expect(older.map(({ id }) => id)).toEqual(['b', 'a'])
    })
  })

  describe(`${name}: audit of an action`, () => {
    test('list() has the entries of an action, or of those that begin with it and a dot', async () => {
      const { audit } = await open()
      const actions = ['run.start', 'run', 'runs.other', 'run.cancel', 'waiver.create', 'run.start']
      for (const [atMs, action] of actions.entries())
        await audit.insert({
          id: `e${atMs}`,
          organizationId: 'acme',
          actor: { type: 'user', id: `u${atMs % 2}` },
          action,
          target: null,
          fields: [],
          requestId: 'r',
          atMs,
          status: null,
        })
      const list = async (filter: Partial<Parameters<typeof audit.list>[0]>) =>
        (await audit.list({ organizationId: 'acme', limit: 9, ...filter })).map(({ id }) => id)

      expect(await list({ action: 'run' })).toEqual(['e5', 'e3', 'e1', 'e0'])
      expect(await list({ action: 'run', limit: 2 })).toEqual(['e5', 'e3'])
      expect(await list({ action: 'run', before: { atMs: 3, id: 'e3' } })).toEqual(['e1', 'e0'])
      expect(await list({ action: 'run', actorId: 'u1', fromMs: 2 })).toEqual(['e5', 'e3'])
      expect(await list({ action: 'run.start' })).toEqual(['e5', 'e0'])
      expect(await list({ action: 'nothing' })).toEqual([])
      expect(await list({ action: 'run', organizationId: 'other' })).toEqual([])
    })
  })

  describe(`${name}: audit of many names`, () => {
    test('insert() keeps the first hundred names of fields, and of each its beginning', async () => {
      const { audit } = await open()
      const fields = ['x'.repeat(5_000), ...Array.from({ length: 5_000 }, (_, n) => `field-${n}`)]

      await audit.insert({
        id: 'a',
        organizationId: 'acme',
        actor: { type: 'user', id: 'ada' },
        action: 'form',
        target: null,
        fields,
        requestId: 'r',
        atMs: 1,
        status: null,
      })

      const [entry] = await audit.list({ organizationId: 'acme', limit: 1 })
      expect(entry?.fields).toHaveLength(101)
      expect(JSON.stringify(entry?.fields).length).toBeLessThan(3_000)
      expect(entry?.fields.at(-1)).toBe('… and 4901 more')
    })
  })

  describe(`${name}: webSessions`, () => {
    test('takeLink() gives a link to one of many, and then to nobody', async () => {
      const store = await open()
      await store.webSessions.putLink(link('a'))

      const taken = await Promise.all(Array.from({ length: 5 }, () => store.webSessions.takeLink('a')))

      expect(taken.filter((each) => each !== undefined)).toEqual([link('a')])
      expect(await store.webSessions.takeLink('a')).toBeUndefined()
    })

    test('touch() notes the use and never moves back; list() is newest first, of one organization', async () => {
      const store = await open()
      const sessions = [session('a', { createdAtMs: 1 }), session('b', { createdAtMs: 2 })]
      for (const each of [...sessions, session('c', { organizationId: 'other' })]) await store.webSessions.insert(each)

      await store.webSessions.touch('a', 3_000)
      await store.webSessions.touch('a', 2_000)

      expect(await store.webSessions.find('a')).toEqual({ ...sessions[0], lastUsedAtMs: 3_000 })
      expect((await store.webSessions.list('acme')).map(({ idHash }) => idHash)).toEqual(['b', 'a'])
    })

    test('delete() ends one session, deleteOf() all of a person, and of nobody by the same id elsewhere', async () => {
      const store = await open()
      const { webSessions } = store
      for (const idHash of ['a', 'b', 'c']) await webSessions.insert(session(idHash))
      await webSessions.insert(session('bob', { userId: 'bob' }))
      await webSessions.insert(session('other', { organizationId: 'other' }))

      await webSessions.delete('a')
      const left = (await webSessions.list('acme')).map(({ idHash }) => idHash)
      await webSessions.deleteOf({ organizationId: 'acme', userId: 'ada' })

      expect(left).toEqual(['c', 'bob', 'b'])
      expect((await webSessions.list('acme')).map(({ idHash }) => idHash)).toEqual(['bob'])
      expect(await webSessions.list('other')).toHaveLength(1)
    })

    test('putLink() refuses an organization that does not exist', async () => {
      const { webSessions } = await open()

      await expect(webSessions.putLink(link('a', { organizationId: 'nobody' }))).rejects.toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    })
  })

  describe(`${name}: secrets and organizationProfiles`, () => {
    test('insertIfAbsent() keeps the first of many', async () => {
      const { secrets } = await open()

      const kept = await Promise.all(['a', 'b', 'c'].map((sealed) => secrets.insertIfAbsent('links', sealed, 1)))

      expect(new Set(kept).size).toBe(1)
      expect(await secrets.find('links')).toBe(kept[0])
      expect(await secrets.find('other')).toBeUndefined()
    })

    test('put() replaces the profile of the organization', async () => {
      const { organizationProfiles } = await open()
      const profile = { slug: 'acme', logo: null, website: null, primaryColor: '#fff', metadata: { a: [1, null] } }

      await organizationProfiles.put('acme', { ...profile, metadata: null })
      await organizationProfiles.put('acme', profile)

      expect(await organizationProfiles.find('acme')).toEqual(profile)
      expect(await organizationProfiles.find('other')).toBeUndefined()
      await expect(organizationProfiles.put('no', profile)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe(`${name}: appearances`, () => {
    const logo = { id: 'logo-1', type: 'image/png', base64: 'AAAA' } as const

    test('put() changes the given members alone, and findLogo() gives the bytes of the newest logo', async () => {
      const { appearances } = await open()

      await appearances.put('acme', { name: 'Acme Trust', logo })
      await appearances.put('acme', { colour: '#1d5a9e', language: 'de' })
      const found = await appearances.find('acme')
      const bytes = await appearances.findLogo('logo-1')
      await appearances.put('acme', { logo: { ...logo, id: 'logo-2' }, name: null })

      expect(found).toEqual({
        name: 'Acme Trust',
        colour: '#1d5a9e',
        language: 'de',
        logo: { id: 'logo-1', type: 'image/png' },
      })
      expect(bytes).toEqual(logo)
      expect(await appearances.findLogo('logo-1')).toBeUndefined()
      expect(await appearances.findLogo('logo-2')).toEqual({ ...logo, id: 'logo-2' })
      expect(await appearances.find('acme')).toMatchObject({ name: null, colour: '#1d5a9e' })
      await appearances.put('acme', { logo: null })
      expect(await appearances.findLogo('logo-2')).toBeUndefined()
      expect(await appearances.find('other')).toBeUndefined()
      await expect(appearances.put('no', { name: 'No' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe(`${name}: connectSessions`, () => {
    const session = (id: string, changes: Partial<ConnectSessionRecord> = {}): ConnectSessionRecord => ({
      id,
      organizationId: 'acme',
      tokenHash: `token-${id}`,
      connectors: ['github'],
      userId: null,
      origin: 'https://app.example.com',
      expiresAtMs: 1_000,
      keyHash: null,
      connectionId: null,
      problem: null,
      ...changes,
    })
    const opening = { keyHash: 'key', nowMs: 500, expiresAtMs: 2_000 }

    test('open() gives a session to one of many, and none that is over', async () => {
      const { connectSessions } = await open()
      await connectSessions.insert(session('a'))
      await connectSessions.insert(session('b', { connectors: null }))

      const opened = await Promise.all([1, 2, 3].map(() => connectSessions.open('token-a', opening)))
      const late = await connectSessions.open('token-b', { ...opening, nowMs: 1_000 })

      expect(opened.filter((one) => one !== undefined)).toEqual([session('a', { keyHash: 'key', expiresAtMs: 2_000 })])
      expect(late).toBeUndefined()
      expect(await connectSessions.find('b')).toEqual(session('b', { connectors: null }))
      await expect(connectSessions.insert(session('c', { organizationId: 'no' }))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })

    test('claim() lets one attempt in at a time, and none after a connection', async () => {
      const { connectSessions } = await open()
      await connectSessions.insert(session('a'))
      const claim = (nowMs: number) => connectSessions.claim('a', { nowMs, untilMs: nowMs + 100 })

      const many = await Promise.all([claim(1), claim(1), claim(1)])
      const abandoned = await claim(101)
      await connectSessions.settle('a', { connectionId: null, problem: 'No.' })
      const problem = (await connectSessions.find('a'))?.problem
      await connectSessions.forgetProblem('a')
      const again = await claim(102)
      await connectSessions.settle('a', { connectionId: 'c1', problem: null })
      await connectSessions.settle('a', { connectionId: 'c2', problem: 'No.' })

      expect(many.filter(Boolean)).toHaveLength(1)
      expect([abandoned, problem, again, await claim(500)]).toEqual([true, 'No.', true, false])
      expect(await connectSessions.find('a')).toMatchObject({ connectionId: 'c1', problem: null })
    })

    test('prune() leaves the newest of an organization, and those of others', async () => {
      const { connectSessions } = await open()
      for (const id of ['a', 'b', 'c']) await connectSessions.insert(session(id))
      await connectSessions.insert(session('d', { organizationId: 'other' }))

      await connectSessions.prune({ organizationId: 'acme', count: 2 })

      const left = await Promise.all(['a', 'b', 'c', 'd'].map((id) => connectSessions.find(id)))
      expect(left.map((one) => one?.id)).toEqual([undefined, 'b', 'c', 'd'])
    })
  })
}
