import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer, demandMailOptions } from '../../../src/service/notices/mail.ts'

const letter = {
  id: 'n1',
  type: 'mail.confirm',
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'Secret words',
} as const

/** A mail server that offers no STARTTLS, or somebody between who took the offer out. @returns all that it was told */
async function startPlainServer({ refuses = false, command = '-', reply = '' } = {}) {
  const told: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      told.push(text)
      if (isData) {
        isData = !text.endsWith('\r\n.\r\n')
        if (!isData) socket.write('250 Taken\r\n')
      } else if (text.startsWith(command)) socket.write(`${reply}\r\n`)
      else if (/^EHLO/i.test(text)) socket.write('250-mail.example\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 10000000\r\n')
      else if (/^STARTTLS/i.test(text)) socket.write(refuses ? '454 Not now\r\n' : '502 Not here\r\n')
      else if (/^DATA/i.test(text)) {
        isData = true
        socket.write('354 Go on\r\n')
      } else socket.write('250 Fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { readonly port: number }
  return { port, told: () => told.join('') }
}

test.each([
  ['a user and a password', (port: number) => `smtp://ada:hidden-password@127.0.0.1:${port}`],
  ['a user alone', (port: number) => `smtp://ada@127.0.0.1:${port}`],
  ['a server that has a name', (port: number) => `smtp://ada:hidden-password@localhost:${port}`],
])('a mailer with %s tells a server without STARTTLS neither password nor letter', async (_what, toUrl) => {
  for (const refuses of [false, true]) {
    const { port, told } = await startPlainServer({ refuses })
    const mailer = createMailer({ url: toUrl(port), from: 'checks@example.com' }, 'Checkwright', 2_000)
    onTestFinished(() => mailer.close())

    const attempt = await mailer.send(letter, AbortSignal.timeout(5_000))

    expect(attempt).toMatchObject({ isDelivered: false })
    expect(told()).not.toMatch(/AUTH|MAIL FROM|DATA|Secret words/i)
    expect(told()).not.toContain(Buffer.from('hidden-password').toString('base64'))
  }
})

test('a mailer without a password writes to a server of this machine in the clear', async () => {
  const { port, told } = await startPlainServer()
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'checks@example.com' }, 'Checkwright', 2_000)
  onTestFinished(() => mailer.close())

  expect(await mailer.send(letter, AbortSignal.timeout(5_000))).toMatchObject({ isDelivered: true })
  expect(told()).toContain('Secret words')
})

test.each([
  ['RCPT TO', '550 5.1.1 No such user', true],
  ['RCPT TO', '550 No such user', true],
  ['RCPT TO', '554 5.7.1 Relay access denied', false],
  ['RCPT TO', '450 Try again later', false],
  ['MAIL FROM', '530 5.7.0 Authentication required', false],
  ['MAIL FROM', '550 Sender refused', false],
  ['DATA', '550 5.4.5 Daily sending quota exceeded', false],
])('a server that answers %s by "%s" refuses the address for good: %s', async (command, reply, isFinal) => {
  const { port } = await startPlainServer({ command, reply })
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'checks@example.com' }, 'Checkwright', 2_000)
  onTestFinished(() => mailer.close())

  expect(await mailer.send(letter, AbortSignal.timeout(5_000))).toMatchObject({ isDelivered: false, isFinal })
})

test.each([
  ['another protocol', { url: 'https://mail.example.com' }, 'mail.url'],
  ['no host', { url: 'smtp://' }, 'mail.url'],
  ['a sender that is no address', { from: 'Checks' }, 'mail.from'],
  ['two senders', { from: 'a@example.com, b@example.com' }, 'mail.from'],
  ['an address as a domain', { domains: ['@example.com'] }, 'mail.domains'],
  ['a URL as a domain', { domains: ['https://example.com'] }, 'mail.domains'],
  ['domains of which there is none', { domains: [] }, 'mail.domains'],
  ['no letter a day', { lettersPerDay: 0 }, 'mail.lettersPerDay'],
  ['a part of a letter', { lettersPerAddress: 0.5 }, 'mail.lettersPerAddress'],
])('options of mail with %s are refused when they are set', (_what, change, named) => {
  const mail = { url: 'smtps://mail.example.com', from: 'checks@example.com', ...change }

  expect(() => demandMailOptions(mail)).toThrow(named)
})
