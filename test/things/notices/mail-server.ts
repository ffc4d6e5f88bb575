import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'

export interface ArrivedMail {
  readonly to: readonly string[]
  readonly source: string
  /** Its text, decoded. */
  readonly text: string
}

/** A mail server on this machine. @param answer may refuse an address: an SMTP status */
export async function startMailServer(
  options: SMTPServerOptions & { readonly answer?: (address: string) => number | undefined } = {},
) {
  const { answer = () => undefined, ...rest } = options
  const mails: ArrivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...rest,
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = answer(address)
      done(responseCode === undefined ? null : Object.assign(new Error('refused'), { responseCode }))
    },
    onData: (stream, session, done) =>
      void text(stream).then((source) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, source, text: decodeText(source) })
        done()
      }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { readonly port: number }
  return { port, mails, mail: { url: `smtp://127.0.0.1:${port}`, from: 'checks@example.com' } }
}

function decodeText(source: string): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4)
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(source)
  const plain = isQuoted
    ? Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
      ).toString('utf8')
    : body
  return plain.replaceAll('\r\n', '\n')
}

/** The token of the link in the newest letter that asks this address, once it is there. */
export async function waitForToken(mails: readonly ArrivedMail[], address: string): Promise<string> {
  const find = () =>
    mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text: letter }) => /\/mail-address\?token=([\w-]+)/.exec(letter)?.[1] ?? [])
      .at(-1)
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}
