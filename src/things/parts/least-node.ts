import { CheckwrightError } from '../../errors/index.ts'

/** The oldest Node.js that has what the store needs. */
export const leastNode = '22.19'

export function isNodeEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = leastNode.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/** A program finds out here, and not by a module that its Node.js lacks. @throws CheckwrightError `NODE_TOO_OLD` */
export function demandNode(version: string = process.versions.node): void {
  if (isNodeEnough(version)) return
  throw new CheckwrightError(
    `Checkwright needs Node.js ${leastNode} or newer, and this is ${version}. Install a newer one from https://nodejs.org.`,
    { code: 'NODE_TOO_OLD' },
  )
}
