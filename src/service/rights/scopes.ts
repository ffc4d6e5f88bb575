/** What a scope says to people, and the lowest role that has it. */
interface ScopeFacts {
  readonly role: 'viewer' | 'member' | 'admin' | 'operator'
  readonly en: string
  readonly de: string
}

/** The possible scopes of an API key or token. */
const scopeFacts = {
  'comments:read': {
    role: 'member',
    en: 'Read comments and their attachments',
    de: 'Kommentare und ihre Anhänge lesen',
  },
  'comments:write': {
    role: 'member',
    en: 'Write, change and delete comments',
    de: 'Kommentare schreiben, ändern und löschen',
  },
  'knowledge-base:read': {
    role: 'member',
    en: 'Read and search the knowledge base',
    de: 'Die Wissensdatenbank lesen und durchsuchen',
  },
  'knowledge-base:write': {
    role: 'member',
    en: 'Save and delete answers of the knowledge base',
    de: 'Antworten der Wissensdatenbank speichern und löschen',
  },
  'evidence-forms:read': {
    role: 'member',
    en: 'List and read files of evidence forms',
    de: 'Dateien von Nachweisformularen auflisten und lesen',
  },
  'evidence-forms:write': {
    role: 'member',
    en: 'Upload files of evidence forms',
    de: 'Dateien von Nachweisformularen hochladen',
  },
  'organization:read': { role: 'viewer', en: 'Read the organization', de: 'Die Organisation lesen' },
  'integrations:read': {
    role: 'member',
    en: 'Read connectors, connections, runs, results and reports',
    de: 'Konnektoren, Verbindungen, Prüfläufe, Ergebnisse und Berichte lesen',
  },
  'integrations:write': {
    role: 'member',
    en: 'Make, change and disconnect connections; enter OAuth apps, variables and waivers',
    de: 'Verbindungen herstellen, ändern und trennen; OAuth-Apps, Variablen und Ausnahmen eingeben',
  },
  'integrations:run': { role: 'member', en: 'Start and cancel runs', de: 'Prüfläufe starten und abbrechen' },
  'api-keys:write': {
    role: 'admin',
    en: 'Create, list and revoke API keys',
    de: 'API-Schlüssel anlegen, auflisten und widerrufen',
  },
  'audit:read': { role: 'admin', en: 'Read who changed what', de: 'Lesen, wer was geändert hat' },
  'people:read': { role: 'admin', en: 'Read people and how they sign in', de: 'Personen und ihre Anmeldung lesen' },
  'people:write': {
    role: 'admin',
    en: 'Invite people, and set how they sign in; giving a role takes its scopes too',
    de: 'Personen einladen und ihre Anmeldung festlegen',
  },
  'organizations:write': {
    role: 'operator',
    en: 'List, create and rename organizations; only for operators of the platform',
    de: 'Organisationen auflisten, anlegen und umbenennen; nur für Betreiber der Plattform',
  },
  'connectors:write': {
    role: 'operator',
    en: 'Add, publish and retire connectors as data; only for operators of the platform, by their own token',
    de: 'Konnektoren als Daten hinzufügen, veröffentlichen und zurückziehen; nur für Betreiber der Plattform, mit ihrem eigenen Token',
  },
  'judgements:write': {
    role: 'admin',
    en: 'Judge results that need review',
    de: 'Ergebnisse beurteilen, die zu beurteilen sind',
  },
  'findings:write': {
    role: 'member',
    en: 'Set owners and due dates of findings',
    de: 'Zuständigkeit und Fälligkeit von Feststellungen festlegen',
  },
  'reviews:write': {
    role: 'admin',
    en: 'Make access reviews, and decide in them',
    de: 'Zugriffsüberprüfungen anlegen und darin entscheiden',
  },
  'tasks:read': {
    role: 'viewer',
    en: 'Read obligations, vendors, risks, policies and penetration tests',
    de: 'Pflichten, Lieferanten, Risiken, Richtlinien und Penetrationstests lesen',
  },
  'tasks:write': {
    role: 'member',
    en: 'Make and change obligations, vendors, risks, policies and penetration tests',
    de: 'Pflichten, Lieferanten, Risiken, Richtlinien und Penetrationstests anlegen und ändern',
  },
  'mcp:read': {
    role: 'viewer',
    en: 'Let an assistant ask by the Model Context Protocol, beside the scopes of what it reads',
    de: 'Einen Assistenten über das Model Context Protocol fragen lassen, neben den Berechtigungen für das, was er liest',
  },
  'webhooks:write': {
    role: 'admin',
    en: 'Set where notices are sent',
    de: 'Festlegen, wohin Mitteilungen gesendet werden',
  },
} as const satisfies Readonly<Record<string, ScopeFacts>>

export type Scope = keyof typeof scopeFacts

/** Each scope with its description for people. */
export const scopes = pick('en')

export const scopesInGerman = pick('de')

/** The role that a person with a token of their own needs at least. */
export const scopeRoles = pick('role')

/** What only a person's own token may do: a key with such a scope is refused. */
export const personalScopes: readonly Scope[] = ['connectors:write']

/** Gates for programs: they open a way in and give no right, so that no role is made of them. */
export const gateScopes: readonly Scope[] = ['mcp:read']

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeFacts, text)
}

function pick<Fact extends keyof ScopeFacts>(fact: Fact): Readonly<Record<Scope, ScopeFacts[Fact]>> {
  const facts: [string, ScopeFacts][] = Object.entries(scopeFacts)
  return Object.fromEntries(facts.map(([scope, each]) => [scope, each[fact]])) as Record<Scope, ScopeFacts[Fact]>
}
