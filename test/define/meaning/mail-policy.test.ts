import { readDmarc, readSpf, readTags } from 'checkwright'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('readTags()', () => {
  test.each([
    ['v=DMARC1; p=reject; sp=none', { v: 'DMARC1', p: 'reject', sp: 'none' }],
    ['v=DMARC1;p=reject;', { v: 'DMARC1', p: 'reject' }],
    ['  v = DMARC1 ; P = Reject  ', { v: 'DMARC1', p: 'Reject' }],
    ['"v=DMARC1; p=reject"', { v: 'DMARC1', p: 'reject' }],
    ['"v=DMARC1; p=rej" "ect; rua=mailto:a@acme.example"', { v: 'DMARC1', p: 'reject', rua: 'mailto:a@acme.example' }],
    ['"v=DMARC1\\; p=reject\\059 sp=none"', { v: 'DMARC1', p: 'reject', sp: 'none' }],
    ['k=rsa; p=', { k: 'rsa', p: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['__proto__x=1', undefined],
    ['constructor=1', { constructor: '1' }],
    ['', undefined],
    [';', undefined],
    ['v=DMARC1;; p=reject', undefined],
    ['v=DMARC1; reject', undefined],
    ['p=none; p=reject', undefined],
    ['p=none; P=reject', undefined],
    ['"v=DMARC1; p=reject', undefined],
    ['"v=DMARC1" p=reject', undefined],
    [`v=${'1'.repeat(70_000)}`, undefined],
  ])('of %j is %j', (text, expected) => {
    expect(readTags(text)).toEqual(expected)
  })

  test('never throws, and takes no longer for quotes', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'v=p;"\\ 0') }), (text) => void readTags(text)))
    const startMs = performance.now()

    readTags(`"${'\\"'.repeat(30_000)}`)
    readTags('"a" '.repeat(15_000))

    expect(performance.now() - startMs).toBeLessThan(2_000)
  })
})

describe('readDmarc()', () => {
  const reject = { policy: 'reject', subdomainPolicy: 'reject', percent: 100 }

  test.each([
    [['v=DMARC1; p=reject'], reject],
    [['v=DMARC1; p=reject', 'v=spf1 -all', 'google-site-verification=x'], reject],
    [['v=DMARC1;p=Reject;'], reject],
    [['"v=DMARC1; p=re" "ject"'], reject],
    [['v=DMARC1; p=reject; sp=none'], { policy: 'reject', subdomainPolicy: 'none', percent: 100 }],
    [['v=DMARC1; sp=none; p=quarantine; pct=50'], { policy: 'quarantine', subdomainPolicy: 'none', percent: 50 }],
    [['v=DMARC1; p=none; sp=reject'], { policy: 'none', subdomainPolicy: 'reject', percent: 100 }],
  ])('of %j is %j', (records, expected) => {
    expect(readDmarc(records)).toEqual(expected)
  })

  // RFC 7489 §6.6.3, step 6.
  test.each(['v=DMARC1', 'v=DMARC1; p=', 'v=DMARC1; p=block', 'v=DMARC1; p=reject; sp=block'])(
    'asks for nothing by an action that there is not: %s',
    (record) => {
      expect(readDmarc([record])?.policy).toBe('none')
    },
  )

  // RFC 7489 §6.3: the version is first and matches precisely. §6.6.3, step 5: several records count for nothing.
  test.each([
    [[]],
    [['v=spf1 -all']],
    [['p=reject; v=DMARC1']],
    [['v=dmarc1; p=reject']],
    [['v=DMARC12; p=reject']],
    [['v=DMARC1; p=reject', 'v=DMARC1; p=reject']],
    [['v=DMARC1; p=reject', '"v=DMARC1; p=none"']],
  ])('is null of %j', (records) => {
    expect(readDmarc(records)).toBeNull()
  })

  test.each([
    [['v=DMARC1; p=none; p=reject']],
    [['v=DMARC1; p=reject; pct=all']],
    [['v=DMARC1; p=reject; pct=101']],
    [[null]],
    [['"v=DMARC1']],
  ])('is unknown of %j', (records) => {
    expect(readDmarc(records)).toBeUndefined()
  })
})

describe('readSpf()', () => {
  test.each([
    [['v=spf1 -all'], 'fail'],
    [['v=spf1 include:_spf.example.com ~all'], 'softfail'],
    [['v=spf1 ?all'], 'neutral'],
    [['v=spf1 a mx'], 'neutral'],
    [['v=spf1'], 'neutral'],
    [['v=spf1 +all'], 'pass'],
    [['v=spf1 ALL'], 'pass'],
    [['"V=SPF1 a " "-all"', 'v=DMARC1; p=none'], 'fail'],
    [['v=spf1 redirect=_spf.example.com'], 'redirect'],
    // RFC 7208 §6.1: redirect has no meaning beside "all".
    [['v=spf1 redirect=_spf.example.com -all'], 'fail'],
  ])('of %j says of others %s', (records, others) => {
    expect(readSpf(records)).toEqual({ others })
  })

  test('is null without a record, and unknown of several (RFC 7208 §4.5)', () => {
    expect(readSpf(['v=spf10 -all', 'v=DMARC1; p=none'])).toBeNull()
    expect(readSpf(['v=spf1 -all', 'v=spf1 ~all'])).toBeUndefined()
    expect(readSpf([1])).toBeUndefined()
  })
})
