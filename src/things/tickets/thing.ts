import { severities } from '../../define/index.ts'
import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, hidden, idOf, link, secret, text, time } from '../../service/fields/field.ts'
import { isEmpty, isOneOf } from '../../service/fields/states.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'
import { trackerVendorIds, trackerVendors } from './trackers/tracker-vendors.ts'

const vendorNames = Object.fromEntries(trackerVendorIds.map((id) => [id, trackerVendors[id].name]))

/** Where findings become issues. */
export const tracker = defineThing({
  id: 'tracker',
  about: 'Trackers: projects at Jira, Linear or GitHub in which findings become issues.',
  since: 1,
  scopes: { read: 'integrations:read', write: 'webhooks:write' },
  place: 'settings',
  fields: {
    name: text({ max: nameLengthMax, description: 'What people call it.', example: 'Operations' }),
    vendor: choice(trackerVendorIds, { description: 'Whose tracker it is.' }),
    project: text({
      max: 150,
      description: 'Jira: key of the project. Linear: key of the team. GitHub: owner and repository, such as acme/app.',
      example: 'OPS',
    }),
    site: link({
      description: 'Jira only: address of your site, such as https://acme.atlassian.net.',
    }).optional(),
    account: text({ max: 200, description: 'Jira only: address of the account that the token is of.' }).optional(),
    issueType: text({ max: 100, description: 'Jira only: type of the issues; Task if you leave it out.' }).optional(),
    token: secret({
      max: 2_000,
      description:
        'Token that may read and write issues. It is stored sealed, and nobody gets it back. Empty: it stays as it is.',
    }).optional(),
    severity: choice(severities, {
      description: 'New findings of this severity or a higher one become issues by themselves. Left out: none do.',
    }).optional(),
    whenResolved: choice(['close', 'comment'], {
      description: 'What happens to the issue when its finding is resolved: it is closed, or it only gets a comment.',
    }),
  },
  states: { 'without-token': { token: isEmpty() }, ready: {} },
  rules: (values, { before }) => {
    const { vendor, token } = values
    const problems = trackerVendors[vendor].findProblems(values)
    if (problems.length > 0) return problems
    const isElsewhere =
      before !== undefined &&
      (before.account !== values.account ||
        trackerVendors[vendor].readOrigin(values) !== trackerVendors[before.vendor].readOrigin(before))
    return isElsewhere && token !== null && token === before.token
      ? [{ path: 'token', message: 'must be entered again: the one that is stored belongs to another account or site' }]
      : []
  },
  list: { columns: ['name', 'vendor', 'project', 'severity', 'whenResolved'], max: 20 },
  messages: {
    en: {
      title: 'Trackers',
      lead: 'Projects in which findings become issues. The issue follows its finding, and you see here when somebody closes it.',
      empty: 'No trackers.',
      add: 'Add a tracker',
      fields: {
        name: 'Name',
        vendor: 'Vendor',
        project: 'Project',
        site: 'Site',
        account: 'Account',
        issueType: 'Type of issues',
        token: 'Token',
        severity: 'Open by itself from',
        whenResolved: 'When a finding is resolved',
      },
      states: { 'without-token': 'Without token', ready: 'Ready' },
      choices: {
        ...vendorNames,
        critical: 'Critical',
        high: 'High',
        medium: 'Medium',
        low: 'Low',
        info: 'Info',
        close: 'Close the issue',
        comment: 'Add a comment only',
      },
      actions: {},
    },
    de: {
      title: 'Tracker',
      lead: 'Projekte, in denen Feststellungen zu Vorgängen werden. Der Vorgang folgt seiner Feststellung, und Sie sehen hier, wenn ihn jemand schließt.',
      empty: 'Keine Tracker.',
      add: 'Tracker hinzufügen',
      fields: {
        name: 'Name',
        vendor: 'Anbieter',
        project: 'Projekt',
        site: 'Adresse',
        account: 'Konto',
        issueType: 'Art der Vorgänge',
        token: 'Token',
        severity: 'Von selbst öffnen ab',
        whenResolved: 'Wenn eine Feststellung behoben ist',
      },
      hints: {
        name: 'Wie man ihn nennt.',
        vendor: 'Wessen Tracker es ist.',
        project:
          'Jira: Schlüssel des Projekts. Linear: Schlüssel des Teams. GitHub: Eigentümer und Repository, etwa acme/app.',
        site: 'Nur Jira: Adresse Ihrer Instanz, etwa https://acme.atlassian.net.',
        account: 'Nur Jira: Adresse des Kontos, zu dem das Token gehört.',
        issueType: 'Nur Jira: Art der Vorgänge; ohne Angabe Task.',
        token:
          'Token, das Vorgänge lesen und schreiben darf. Es wird versiegelt gespeichert, und niemand bekommt es zurück. Leer: Es bleibt, wie es ist.',
        severity:
          'Neue Feststellungen dieser oder einer höheren Schwere werden von selbst zu Vorgängen. Ohne Angabe keine.',
        whenResolved:
          'Was mit dem Vorgang geschieht, wenn seine Feststellung behoben ist: Er wird geschlossen oder bekommt nur einen Kommentar.',
      },
      states: { 'without-token': 'Ohne Token', ready: 'Bereit' },
      choices: {
        ...vendorNames,
        critical: 'Kritisch',
        high: 'Hoch',
        medium: 'Mittel',
        low: 'Gering',
        info: 'Hinweis',
        close: 'Vorgang schließen',
        comment: 'Nur kommentieren',
      },
      actions: {},
    },
  },
})

/** A finding as an issue. Its verdict is never taken from there. */
export const ticket = defineThing({
  id: 'ticket',
  about: 'Tickets: findings as issues of a tracker. The state of a finding follows its evidence, never its issue.',
  since: 1,
  scopes: { read: 'integrations:read', write: 'findings:write' },
  place: 'part',
  verbs: [],
  fields: {
    title: text({ max: 300, description: 'What fails.', example: 'No second factor: Ada Lovelace' }),
    trackerId: idOf('tracker', { description: 'The tracker that has its issue.' }),
  },
  systemFields: {
    findingId: idOf('finding', { description: 'The finding.' }).nullable(),
    key: text({ max: 100, description: 'What people call the issue.', example: 'OPS-12' }).nullable(),
    url: link({ description: 'The page of the issue.' }).nullable(),
    issue: choice(['open', 'closed', 'deleted'], {
      description: 'The issue as the tracker last showed it.',
    }).nullable(),
    told: choice(['failing', 'resolved'], { description: 'What the issue was last told of the finding.' }).nullable(),
    failure: text({ max: 100, description: 'Why the newest attempt failed: an error code.' }).nullable(),
    issueId: hidden(text({ max: 100, description: 'What the API of the tracker calls the issue.' })).nullable(),
    askedAtMs: hidden(time({ description: 'When the tracker was first asked for the issue.' })).nullable(),
  },
  states: {
    waiting: { issue: isEmpty() },
    deleted: { issue: isOneOf('deleted') },
    'closed-early': { issue: isOneOf('closed'), told: isOneOf('failing') },
    closed: { issue: isOneOf('closed') },
    open: {},
  },
  list: { columns: ['title', 'key', 'issue', 'told'] },
  messages: {
    en: {
      title: 'Tickets',
      lead: 'Findings that are issues of a tracker. A finding is resolved by its evidence, not by closing the issue.',
      empty: 'No tickets.',
      add: 'Open a ticket',
      fields: {
        title: 'Title',
        trackerId: 'Tracker',
        findingId: 'Finding',
        key: 'Issue',
        url: 'Page',
        issue: 'State of the issue',
        told: 'Last told',
        failure: 'Failure',
      },
      states: {
        waiting: 'Not made yet',
        deleted: 'Issue deleted',
        'closed-early': 'Closed, and still failing',
        closed: 'Closed',
        open: 'Open',
      },
      choices: { open: 'Open', closed: 'Closed', deleted: 'Deleted', failing: 'It fails', resolved: 'It is resolved' },
      actions: {},
    },
    de: {
      title: 'Tickets',
      lead: 'Feststellungen, die Vorgänge eines Trackers sind. Eine Feststellung ist durch ihre Nachweise behoben, nicht durch das Schließen des Vorgangs.',
      empty: 'Keine Tickets.',
      add: 'Ticket öffnen',
      fields: {
        title: 'Titel',
        trackerId: 'Tracker',
        findingId: 'Feststellung',
        key: 'Vorgang',
        url: 'Seite',
        issue: 'Stand des Vorgangs',
        told: 'Zuletzt gemeldet',
        failure: 'Fehler',
      },
      hints: { title: 'Was fehlschlägt.', trackerId: 'Der Tracker, der seinen Vorgang hat.' },
      states: {
        waiting: 'Noch nicht angelegt',
        deleted: 'Vorgang gelöscht',
        'closed-early': 'Geschlossen, aber weiterhin fehlerhaft',
        closed: 'Geschlossen',
        open: 'Offen',
      },
      choices: {
        open: 'Offen',
        closed: 'Geschlossen',
        deleted: 'Gelöscht',
        failing: 'Schlägt fehl',
        resolved: 'Ist behoben',
      },
      actions: {},
    },
  },
})
