import { expect, test } from 'vitest'
import { readMail } from '../../../../src/things/commands/settings/read-mail.ts'

const server = { CHECKWRIGHT_SMTP_URL: 'smtps://mail.example.com', CHECKWRIGHT_MAIL_FROM: 'checks@example.com' }

test('readMail() takes the server, domains and limits of letters from the environment', () => {
  const mail = readMail({
    ...server,
    CHECKWRIGHT_MAIL_DOMAINS: 'example.com, example.org,',
    CHECKWRIGHT_MAIL_LETTERS_PER_DAY: '50',
    CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS: '5',
  })

  expect(mail).toEqual({
    url: 'smtps://mail.example.com',
    from: 'checks@example.com',
    domains: ['example.com', 'example.org'],
    lettersPerDay: 50,
    lettersPerAddress: 5,
  })
})

test('readMail() is undefined without a server, and counts an empty variable as none', () => {
  expect(readMail({ CHECKWRIGHT_SMTP_URL: '', CHECKWRIGHT_MAIL_FROM: '' })).toBeUndefined()
  expect(readMail({ ...server, CHECKWRIGHT_MAIL_DOMAINS: '' })?.domains).toBeUndefined()
})

test.each([
  ['a server of another kind', { ...server, CHECKWRIGHT_SMTP_URL: 'https://mail.example.com' }, 'CHECKWRIGHT_SMTP_URL'],
  ['no sender', { CHECKWRIGHT_SMTP_URL: 'smtps://mail.example.com' }, 'CHECKWRIGHT_MAIL_FROM'],
  ['an address as domain', { ...server, CHECKWRIGHT_MAIL_DOMAINS: '@example.com' }, 'CHECKWRIGHT_MAIL_DOMAINS'],
  ['a limit of none', { ...server, CHECKWRIGHT_MAIL_LETTERS_PER_DAY: '0' }, 'CHECKWRIGHT_MAIL_LETTERS_PER_DAY'],
  [
    'a limit in words',
    { ...server, CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS: 'few' },
    'CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS',
  ],
  [
    'a limit without a server',
    { CHECKWRIGHT_MAIL_LETTERS_PER_DAY: '5' },
    'CHECKWRIGHT_MAIL_LETTERS_PER_DAY does nothing',
  ],
])('readMail() refuses %s by the name of the variable', (_what, env, named) => {
  expect(() => readMail(env)).toThrow(named)
})
