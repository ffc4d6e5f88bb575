// Made from frameworks/statements.json by "npm run docs".

/** The statements that come with Checkwright, each with its parameters. */
export interface ShippedStatements {
  /** Accounts have addresses of domains that the organization uses. */
  'accounts-of-known-domains': never
  /** E-mail addresses and domains are confirmed before they are used to sign in. */
  'addresses-verified': never
  /** Nobody makes an account without somebody who lets them in. */
  'registration-closed': never
  /** Only chosen people invite others. */
  'invitations-limited': never
  /** Invitations that nobody accepts are withdrawn. */
  'invitations-end': 'within'
  /** Accounts come and go with the directory or the identity provider. */
  'accounts-follow-directory': never
  /** Whoever left has no access. */
  'leavers-without-access': 'grace'
  /** Accounts that nobody uses are removed or turned off. */
  'unused-accounts-removed': 'idle'
  /** Each account belongs to a person or has one who answers for it. */
  'accounts-have-owners': never
  /** Accounts of programs are known, and somebody answers for each. */
  'service-accounts-known': never
  /** A person looked at each account of somebody from outside. */
  'guests-reviewed': never
  /** A person looked at who has accounts or rights. */
  'accounts-reviewed': never
  /** Few accounts administer the system, and at least as many as it needs. */
  'few-administrators': 'most' | 'fewest'
  /** Only people of the organization administer. */
  'administrators-belong': never
  /** Programs, tokens and service accounts do not administer. */
  'programs-without-administration': never
  /** Roles, keys and policies give no more than they are for. */
  'rights-narrow': never
  /** New members, guests and default roles have few rights. */
  'default-rights-small': never
  /** Rights come from roles and groups, not one by one. */
  'rights-by-role': never
  /** Only administrators create or connect new things that others rely on. */
  'creating-limited': never
  /** Nobody works with the account that may do everything. */
  'root-unused': 'unused'
  /** The vendor's own staff has no standing access. */
  'vendor-without-access': never
  /** Everybody who signs in has a second factor. */
  'second-factor-used': never
  /** The system demands a second factor. */
  'second-factor-demanded': never
  /** Nobody is exempt from the second factor. */
  'second-factor-without-exception': 'excepted'
  /** People can use a second factor. */
  'second-factor-possible': never
  /** Sign-ins can be made with factors that cannot be phished. */
  'second-factor-strong': never
  /** Factors that are easily stolen do not open the system. */
  'weak-factors-refused': never
  /** An identity provider is set up for signing in. */
  'single-sign-on-possible': never
  /** People sign in by the identity provider alone. */
  'single-sign-on-demanded': never
  /** Passwords are long. */
  'passwords-strong': 'least'
  /** Nobody takes an old password again. */
  'passwords-not-reused': 'remembered'
  /** Passwords end after a while. */
  'passwords-renewed': 'within'
  /** Passwords that leaked or are easily guessed are refused. */
  'leaked-passwords-refused': never
  /** Guessing passwords is slowed down or blocked. */
  'guessing-blocked': 'attempts'
  /** Sessions end by themselves. */
  'sessions-end': 'within'
  /** Sessions in which nobody does anything end by themselves. */
  'idle-sessions-end': 'within'
  /** Tokens that programs get by a sign-in end soon. */
  'tokens-short': 'within'
  /** Old protocols that cannot ask for a second factor are blocked. */
  'weak-sign-in-blocked': never
  /** Redirects, codes and answers of a sign-in cannot be taken or forged. */
  'sign-in-exchanges-protected': never
  /** Nobody uses it without signing in. */
  'access-needs-sign-in': never
  /** Keys and tokens are replaced regularly. */
  'keys-renewed': 'age'
  /** Keys and tokens have an end. */
  'keys-end': 'within'
  /** Keys and tokens that nothing uses are removed. */
  'unused-keys-removed': 'idle'
  /** Keys are limited in number and kind. */
  'keys-few': never
  /** Keys work from known addresses alone. */
  'keys-bound-to-addresses': never
  /** Code is searched for secrets. */
  'secrets-found': never
  /** Secrets of programs are kept apart and encrypted. */
  'secrets-protected': never
  /** Encryption and signing keys are renewed by themselves. */
  'encryption-keys-renewed': 'within'
  /** Encryption and recovery keys cannot be lost or destroyed at once. */
  'encryption-keys-kept': never
  /** Data is encrypted with keys that the organization controls. */
  'own-encryption-keys': never
  /** Tokens are signed with long keys that the receiver cannot use to sign. */
  'signatures-strong': never
  /** Ports of administration and databases are not open to the internet. */
  'administration-not-open': never
  /** Databases and storage answer named networks alone. */
  'databases-not-open': never
  /** People and programs reach the system from known networks alone. */
  'networks-named': never
  /** Machines and peers are not reached from the internet without need. */
  'machines-not-public': never
  /** Networks and peers are kept apart by rules. */
  'networks-separated': never
  /** Each computer has its firewall on. */
  'host-firewall-on': never
  /** Attacks on web applications and sign-ins are filtered. */
  'web-attacks-filtered': never
  /** Systems send data to listed places alone. */
  'outgoing-limited': never
  /** Wireless networks are encrypted well. */
  'wireless-encrypted': never
  /** Mail in the name of the organization cannot be forged. */
  'mail-domains-protected': never
  /** Names of the organization in the DNS lead where they should. */
  'names-protected': never
  /** Data travels encrypted. */
  'transport-encrypted': never
  /** Certificates are valid and renewed in time. */
  'certificates-valid': 'left'
  /** Systems check the certificate of whom they speak to. */
  'peers-verified': never
  /** Messages to other systems are signed, so that these know whom they are from. */
  'messages-signed': never
  /** Data is encrypted where it is kept. */
  'storage-encrypted': never
  /** Buckets, containers and snapshots are not public. */
  'storage-not-public': never
  /** Projects, repositories, boards and pages are not visible to everybody. */
  'content-not-public': never
  /** A person looked at what is public. */
  'public-content-reviewed': never
  /** Files and content are shared with listed people and domains alone. */
  'sharing-limited': never
  /** Links to files do not work for ever and for everybody. */
  'shared-links-end': 'within'
  /** Personal data and secrets are removed from what is recorded. */
  'personal-data-masked': never
  /** Data is kept for as long as it should be, and deleted then. */
  'data-kept-and-deleted': 'within'
  /** People are told what happens with their data. */
  'people-told': never
  /** Disks of devices are encrypted. */
  'devices-encrypted': never
  /** Devices are managed. */
  'devices-managed': never
  /** Devices lock themselves. */
  'devices-locked': never
  /** Devices were seen lately. */
  'devices-report': 'within'
  /** Each device belongs to a known person. */
  'devices-have-owners': never
  /** Devices keep the rules that were set for them. */
  'devices-comply': never
  /** Systems and devices start and run only what they should. */
  'devices-untampered': never
  /** Malware is looked for and stopped. */
  'malware-stopped': never
  /** Nobody controls devices from afar without need. */
  'remote-control-off': never
  /** Adding a device demands a second factor. */
  'devices-join-with-second-factor': never
  /** Each device has its own administrator password, and few administrators. */
  'local-administrators-apart': never
  /** Known vulnerabilities are fixed in time. */
  'vulnerabilities-fixed-in-time': 'critical' | 'high'
  /** Systems are scanned for vulnerabilities regularly. */
  'vulnerabilities-scanned': 'within'
  /** Code and images with severe vulnerabilities are not delivered. */
  'vulnerable-code-blocked': never
  /** A person looked at each exception from the rules for vulnerabilities. */
  'exceptions-reviewed': never
  /** Security updates are installed without delay. */
  'updates-installed': never
  /** People from outside can report vulnerabilities. */
  'vulnerability-reports-taken': never
  /** Code, dependencies and secrets are scanned while they are developed. */
  'code-scanned': never
  /** Configuration is watched: its changes are recorded, or it is compared with good practice. */
  'configuration-watched': 'score'
  /** Settings that open ways in are off. */
  hardened: never
  /** What people and programs do is logged. */
  'activity-logged': 'silent'
  /** Logs are sent to a place apart from the system. */
  'logs-exported': never
  /** Logs are kept for long enough. */
  'logs-kept': 'least'
  /** Nobody can change or delete logs unseen. */
  'logs-protected': never
  /** Traffic in networks is logged. */
  'traffic-logged': never
  /** Attacks and unusual use are watched for. */
  'threats-watched': never
  /** Alerts reach somebody. */
  'alerts-reach-somebody': never
  /** What watches the system works itself. */
  'watchers-work': never
  /** A person looked at failed sign-ins and locked accounts. */
  'failed-sign-ins-reviewed': never
  /** Somebody is on call at all hours. */
  'somebody-on-call': never
  /** An alarm that nobody answers goes on to others. */
  'alarms-escalate': never
  /** Incidents and alerts are dealt with in time. */
  'incidents-in-time': 'within'
  /** What happened in incidents is looked at afterwards, and what follows is done. */
  'lessons-learned': 'within'
  /** The vendor knows whom to tell of attacks and failures. */
  'contacts-named': never
  /** A change is approved by somebody else before it takes effect. */
  'changes-approved': 'approvals'
  /** A change is tested before it is merged. */
  'changes-tested': never
  /** Nobody rewrites or deletes the main line of code or what was released. */
  'history-protected': never
  /** Production changes by one known way. */
  'deployments-controlled': never
  /** Build systems run known actions with few rights. */
  'build-limited': never
  /** Production is kept apart from other environments. */
  'environments-separated': never
  /** Data is backed up, and backups are kept. */
  'backups-made': 'kept' | 'age'
  /** Data that was deleted or overwritten can be brought back. */
  'data-recoverable': 'kept'
  /** Important things cannot be deleted by mistake. */
  'deletion-protected': never
  /** The system outlives the loss of one place. */
  'failures-survived': never
  /** Health and load of systems are watched. */
  'health-watched': never
  /** A person looked at each application and integration that has access. */
  'applications-reviewed': never
  /** Users cannot let applications in by themselves. */
  'consent-limited': never
  /** Code of others is chosen, and named by what it contains. */
  'supplied-code-chosen': never
  /** Devices and systems run known software alone. */
  'known-software-alone': never
  /** Everybody who works here was trained in security. */
  'people-trained': 'age'
  /** Everybody who works here has acknowledged the policies that hold. */
  'policies-acknowledged': 'days'
  /** People are tested by phishing mails, and few fall for them. */
  'phishing-tested': 'within' | 'fell'
  /** Everybody who works here reports to somebody. */
  'managers-known': never
  /** Nobody approves what they did themselves. */
  'duties-apart': never
}
