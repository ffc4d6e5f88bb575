import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Issued {
  readonly cert: string
  readonly key: string
}

/** An authority made for one test. Its keys exist nowhere else. */
export interface Authority {
  readonly cert: string
  issue(name: string): Issued
  /** A PKCS#12 file in base64. */
  pack(issued: Issued, passphrase: string): string
  /** The key alone, locked. */
  lock(issued: Issued, passphrase: string): string
}

/** @param name of the authority */
export function createAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-ca-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (file: string) => join(folder, file)
  const read = (file: string) => readFileSync(at(file), 'utf8')
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', `/CN=${name}`)
  writeFileSync(at('san'), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
  let serial = 0
  return {
    cert: read('ca.pem'),
    issue: (subject) => {
      const id = `${++serial}`
      openssl('req', ...newKey, '-keyout', `${id}.key`, '-out', `${id}.csr`, '-subj', `/CN=${subject}`)
      const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', id, '-days', '2', '-extfile', 'san']
      openssl('x509', '-req', '-in', `${id}.csr`, '-out', `${id}.pem`, ...signed)
      return { cert: read(`${id}.pem`), key: read(`${id}.key`) }
    },
    pack: ({ cert, key }, passphrase) => {
      writeFileSync(at('pack.pem'), `${cert}\n${key}`)
      openssl('pkcs12', '-export', '-in', 'pack.pem', '-out', 'pack.p12', '-passout', `pass:${passphrase}`)
      return readFileSync(at('pack.p12')).toString('base64')
    },
    lock: ({ key }, passphrase) => {
      writeFileSync(at('lock.pem'), key)
      openssl('pkcs8', '-topk8', '-in', 'lock.pem', '-out', 'locked.pem', '-passout', `pass:${passphrase}`)
      return read('locked.pem')
    },
  }
}
