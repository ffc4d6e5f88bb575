import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'

export const dataConnectors = {
  title: 'Connector files',
  lead: 'Connectors that operators added as files. They are available to every organization.',
  empty: 'No connector files yet.',
  states: { draft: 'Not published', published: 'Published', retired: 'Retired' },
  destinations: {
    baseUrl: 'API server',
    allowedHosts: 'Other host that receives secrets',
    'auth.type': 'Sign-in method',
    'auth.config.authorizeUrl': 'Sign-in page',
    'auth.config.tokenUrl': 'Token URL',
    'auth.config.refreshUrl': 'Refresh URL',
    'auth.config.revokeUrl': 'Revocation URL',
    'auth.config.registrationUrl': 'Registration URL',
  },
  add: {
    title: 'Add file',
    help: 'A file for an existing connector becomes a new version of it. The version is used only after you publish it.',
    fileHelp: 'YAML or JSON, up to 1 MB.',
    text: 'Or paste the text',
    publisher: 'Publisher',
    publisherHelp: 'The author of a new connector. Later files by another publisher are refused.',
    checkOnly: 'Only check',
    problems: ({ count }: { count: number }) => `The file has ${formatCount(count, 'problem')}`,
    position: ({ line, column }: { line: number; column: number }) => `Line ${line}, column ${column}`,
  },
  review: {
    title: ({ title }: { title: string }) => `The file has no problems: ${title}`,
    text: ({ name, checks }: { name: string; checks: number }) =>
      `${name} with ${formatCount(checks, 'check')}. The file is not added yet.`,
    posts: ({ posts }: { posts: string }) => `The connector sends POST requests to ${posts}.`,
  },
  destination: {
    title: 'Where secrets are sent',
    same: 'Secrets are sent to the same places as by the published version, so you can move connections to this version.',
    changed: 'Secrets are sent to other places than by the published version',
    changedHelp:
      'Connections stay on their version until an admin of their organization enters the secret or signs in again. OAuth apps have to be entered again, too.',
  },
  connector: {
    lead: ({ publisher, connections }: { publisher: string; connections: number }) =>
      `Publisher: ${publisher}. ${formatCount(connections, 'connection')}.`,
  },
  versions: {
    table: 'Versions in a table',
    title: 'Versions',
    version: 'Version',
    secrets: 'Secrets',
    sameDestination: 'Same as the published version',
    otherDestination: 'Sent to other places',
  },
  moves: {
    title: 'Moved connections',
    entry: ({ connections, version }: { connections: number; version: Child }) =>
      phrase`${formatCount(connections, 'connection')} to ${version}`,
    undoNamed: ({ sha256 }: { sha256: string }) => `Undo the move to ${sha256}`,
    undone: ({ moment }: { moment: Child }) => phrase`Undone on ${moment}`,
  },
  retire: {
    title: 'Retire connector',
    retired: ({ moment }: { moment: Child }) => phrase`Retired on ${moment}.`,
    retiredBy: ({ moment, by }: { moment: Child; by: string }) => phrase`Retired on ${moment} by ${by}.`,
    retiredText:
      'The connector accepts no new connections and sends no requests. To bring it back, publish a version. Findings and runs stay.',
    help: 'Retiring the connector stops new connections and further requests. Findings and runs stay.',
  },
  file: { content: 'Content of the file', text: 'Content' },
  move: {
    title: 'Move connections',
    help: 'Moves connections to this version if their secrets were entered for the same places. You can undo the move in one step.',
    button: 'Move connections to this version',
  },
  publish: {
    title: 'Publish version',
    help: 'New connections use this version.',
    helpExisting: 'Existing connections stay on their version until you move them.',
    confirmPosts: 'The connector sends POST requests. Confirm that each of them only reads data',
  },
  trial: {
    title: 'Try with a recording',
    help: ({ code }: { code: Child }) => phrase`Use a recording made with ${code}. Nothing is sent to the vendor.`,
    recording: 'Recording',
    button: 'Try version',
    results: 'Results with the recording',
    noChecks: 'The recording contains no checks of this connector.',
    differs: 'Differs from the recording.',
    missing: ({ missing }: { missing: string }) => `Missing in the recording: ${missing}`,
    unknownCheck: 'no such check',
  },
}
