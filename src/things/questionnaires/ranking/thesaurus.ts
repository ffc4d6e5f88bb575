/**
 * What questionnaires ask about, each with its names in English and German. Names are separated by `|`. `encrypt*` is every word that
 * begins like this, `(pen,penetration)` one of these words, and `..` stands for at most six words in between.
 */
export const subjects: Readonly<Record<string, string>> = {
  addressee: '(does,has,is,are,do,did,can,will,would,may,must,should) (the,your,this) (vendor,supplier,provider)',
  mfa: `mfa | 2fa | (multi,two,second,additional) (factor,step) | multifactor | (strong,stronger) authenticat* | more than a password
    | authenticator | otp | totp | hardware (key,token) | security key | yubikey* | fido* | webauthn | passkey* | one time (password,passcode,code)
    | mehrfaktor* | mehr faktor* | zweifaktor* | zwei faktor* | zweiter faktor | zweiten faktor | starke authentifizierung`,
  sso: `sso | single sign on | saml* | openid* | oidc | identity (provider,directory) | idp | federat* | (corporate,enterprise,company,our) directory | active directory
    | azure ad | entra | okta | ldap | scim | existing .. account | einmalanmeldung | identitätsanbieter*`,
  login:
    '(log,sign,logged,signed,logging,signing) (in,on) | login* | logon* | authenticat* | anmeld* | authentifizier*',
  rest: `at rest | persist* | stored (data,information,record,content) | data store* | database* | (disk,disks,drive,drives) | storage | snapshot* | bucket* | aes*
    | ruhende* | gespeicherte* daten`,
  transit: `in (transit,motion,transport) | during (transmission,transfer,transport) | transmit* | transmission* | transport of .. (data,information) | tls | https | ssl | (public,open,untrusted) network*
    | over the internet | eavesdrop* | intercept* | between .. (browser,client,device,devices) .. (server,servers,application) | communication channel* | data moving
    | übertragung* | transportverschlüssel*`,
  crypt: 'encrypt* | cryptograph* | encipher* | cipher* | verschlüssel* | unencrypted | kryptogra*',
  keys: `(encryption,cryptographic,crypto,master,private) key* | key (management,rotation,storage,lifecycle,custodian) | kms | hsm* | custod* .. key* | keys .. (rotat*,custod*)
    | schlüssel | schlüsselverwalt* | schlüsselmanage*`,
  ownkeys: 'byok | cmk | cmek | (customer,client) managed .. key* | (own,hold) .. key*',
  backup: `backup* | (back,backed,backing) up | (copy,copies) of .. (data,database,system) | (copy,copies) .. (separate,second,other,remote,different) (site,region,location)
    | sicherungskopie* | datensicherung* | sicherungen`,
  restore: `restor* | backup* .. (restor*,recover*) | (restor*,recover*) .. backup* | recover* .. backup* | recover* (data,files) | recovery test* | (bring,brought,get) .. back from | wiederherstell* | recoverab*`,
  continuity: `disaster* | continuity | bcp* | bcm* | drp | dr plan* | rto* | rpo* | recovery (time,point) | (resum*,recover*) .. operation* | operation* .. (resum*,recover*)
    | resilien* | (centre,center,region,site) .. (loss,lost,fail*,fails) | notfall* | geschäftsfortführung* | crisis | business impact`,
  incident:
    'incident* | security event* | breach* | containment* | eradicat* | forensic* | csirt | triag* | sicherheitsvorf* | vorfall | vorfälle*',
  breachnotice: `(notif*,inform,informed,informing,tell,told,alert,alerted,hear,learn,report,reported) .. (breach*,incident*,compromise*,disclosure,leak,leakage)
    | (breach*,incident*,compromise*,leak) .. (notif*,inform,informed,tell,told,alert,alerted,hear,learn) | datenpanne* | (meldung,melden,melde*) .. (vorf*,verletzung*)
    | (vorf*,verletzung*) .. (meld*,gemeldet,benachrichtig*,informier*)`,
  pentest: `(pen,penetration,intrusion) test* | pentest* | penetration* | ethical hack* | red team* | break into | simulated attack* | attack simulation* | offensive security
    | penetrationstest* | eindringtest*`,
  vulnerability:
    'vulnerab* | (technical,security) (weakness,weaknesses,flaw,flaws) | schwachstelle* | cve* | scan* | known (flaw,flaws)',
  patch: `patch* | unpatched | (security,software,critical) (update,updates,fix,fixes) | hotfix* | zero day* | fix* .. (rolled,released,applied,deployed,published,installed)
    | updated .. (fix*,flaw*) | remediat* | (remediat*,patch*,unpatched) .. (critical,vulnerab*) | (remediat*,patch*,unpatched) .. critical vulnerab* | sicherheitsupdate* | aktualisier*`,
  critical: 'critical | (high,severe) (severity,risk,flaw,flaws) | kritisch*',
  subprocessor: `sub processor* | subprocessor* | sub contractor* | subcontract* | (further,additional,other) (processor,processors) | (fourth,4th) part* | unterauftrag* | subunternehm*
    | subdienstleist*`,
  vendor: `(assess*,evaluat*,monitor*,security) .. (subprocessor*,subcontractor*) | (third,3rd) (party,parties) .. (risk*,manag*,assess*,evaluat*,secur*,diligence,vendor*,supplier*,programme,program,monitor*) | (secur*,assess*,evaluat*,risk*) .. third (party,parties)
    | vendor* | supplier* | lieferant* | dienstleister* | supply chain | lieferkette* | external (service,provider,providers) | service provider* | due diligence | tprm | outsourc*`,
  location: `(residency,resident) | transfer* .. (international,internationally,abroad) | international transfer* | geograph* | geolocat* | countr* | jurisdiction* | region* | located | location* | hosted* | (outside,leave*,inside,within,transfer*) .. (eu,eea,europe*,union,germany)
    | cross border | where .. (data,information,record,content) .. (stored,hosted,held,kept,processed,reside,resides,located) | standort* | drittland* | drittländ* | länder* | speicherort*`,
  retention: `retention | (retain,retained,retaining) | (kept,retained,stored) for | for (a,one) year | how long .. (keep,kept,hold,held,store,stored,preserve,preserved) | (keep,kept,hold,held,store,stored) .. how long | what period | preserv* | aufbewahr*
    | speicherdauer | löschfrist* | wie lange .. (gespeichert,aufbewahrt)`,
  delete:
    'delet* | eras* | purg* | wiped | wiping | wipe | destroy* | destruct* | sanitiz* | sanitis* | lösch* | gelöscht',
  contractend: `(terminat*,end,expir*,cancel*,conclusion,completion) of .. (contract*,agreement*,service*,subscription*,relationship,engagement) | (contract*,agreement*,subscription*,service) (end,ends,ended,expire*,terminat*,cancel*)
    | (we,customer,customers,client) (leave,leaves,cancel,terminate) | (once,when,after) .. (leave,cancel,terminate*) | vertragsende* | ende des vertrag* | vertrag* .. (end*,kündig*) | kündigung`,
  gdpr: `gdpr | dsgvo | datenschutz grundverordnung | general data protection | 2016 679 | data protection (law,laws,regulation,regulations,act,legislation) | privacy (law,laws,regulation,regulations,act,legislation) | data processing (agreement*,addendum)
    | dpa | (article,art) 28 | auftragsverarbeit* | auftragsdatenverarbeit* | datenschutzrecht*`,
  dpo: `dpo | data protection (officer,officers,lead,contact) | privacy (officer,officers,lead,contact) | datenschutzbeauftrag* | data subject* .. contact | contact .. privacy | contact .. data protection`,
  soctwo:
    'soc (2,ii,two) | soc2 | service organi* control* | ssae* | isae* | type (ii,2) | trust services criteria | attestation report*',
  isosec:
    '(iso,iec) 27001 | iso27001 | 27001 | isms | information security management system* | informationssicherheitsmanagement* | accredited',
  certificate: 'certif* | accredit* | zertifi* | attest* | soc (2,ii,two) | soc2',
  training:
    'train | training | trainings | trained | awareness | educat* | phishing | (security,e) course* | courses | schulung* | geschult | sensibilisier*',
  usertraining:
    'train* .. end user* | train* .. our (user,users,administrators,admins) | (training,workshop*,onboarding) for .. (user,users,customer,customers,administrator,administrators,client,clients) | workshop*',
  screening: `background (check*,verif*,screen*,investigat*,vetting) | (screen*,vet,vetted,verif*,check*) .. (candidate*,applicant*,hire,hires,joiner*) | candidate* | applicant* | new hire*
    | criminal | (reference,references) (check*,verified) | references of .. hire* | references .. verified | pre employment | before employment | employment histor* | hiring | recruit* | vetted | vetting | vet | führungszeugnis* | bewerber* | einstellung`,
  nda: 'nda* | non disclosure | nondisclosure | confidential* (agreement*,undertaking*,clause*,obligation*,statement*) | confidentiality | secrecy | geheimhaltung* | verschwiegenheit* | vertraulichkeit*',
  offboard: `off board* | offboard* | leaver* | deprovision* | de provision* | (terminat*,separat*,depart*,former,exiting) (employee*,staff,user,users,personnel,worker*,individual*,constituent*)
    | (employee*,staff,people,personnel,worker*,someone,engineer*,user,users) .. (leave,leaves,leaving,quit,quits,depart*,resign*) | last day | last working day | (termination,end) of employment | employment (end,ends,ended) | termination (procedure*,process*)
    | (revok*,withdraw*,remov*,disabl*,deactivat*) .. (access,account,accounts) | (access,account,accounts) .. (revok*,withdraw*,remov*,disabl*,deactivat*,closed) | ausscheid* | austritt*
    | (zugänge,zugang,konten) .. (entzogen,gesperrt,deaktiviert)`,
  accessreview: `access .. (review*,recertif*,revalidat*,evaluat*) | recertif* | revalidat* | (entitlement*,permission*,right,rights,privilege*) .. (review*,recertif*,confirm*,still,validat*,checked)
    | (review*,confirm*,check,checked) .. (entitlement*,permission*,right,rights,privilege*,access) | entitlement* | rezertifizier* | (berechtigung*,rechte) .. (prüf*,überprüf*,geprüft)`,
  leastprivilege: `least privilege* | need to (know,have) | rbac | role based | only by role | (minimum,only) .. (job,function,functions,duties) | (access,entitlement*,privilege*,permission*,right,rights) .. (minimum,restricted,limited,necessary)
    | just in time | elevated (access,right,rights,privilege,privileges) | (segregation,separation) of duties | privileged (access,account*,user*) | (minimal,geringst*) .. (rechte,prinzip) | minimalprinzip`,
  password: 'password* | passphrase* | passwort* | passwörter* | kennwort* | kennwörter* | secrets .. sign in',
  log: `centrali* logging | audit (log,logs,trail,trails) | log | logs | logging | logged | (event*,action*,activit*) .. recorded | recorded .. (alter*,tamper*,log,logs) | tamper* | protokoll* | relevant events`,
  monitoring: `siem | ids | ips | intrusion* | (security,continuous,threat) monitor* | monitor* .. (intrusion*,threat*,attack*,suspicious,anomal*,secur*,24x7) | detect* .. (suspicious,anomal*,attack*,intrusion*,malicious)
    | suspicious | anomal* | security operations | soc team | security information .. event management | around the clock | 24x7 | alarm* | angriffserkennung* | überwach*`,
  malware: `malware | anti (virus,malware) | antivir* | virus* | edr | xdr | endpoint (protection,detection,security) | ransomware | malicious (code,software) | schadsoftware | viren* | schadprogramm*`,
  owndevice: `byod | bring your own | (personal,private,own) (device*,phone*,smartphone*,tablet*,computer*,laptop*,equipment) | (personally,privately) owned | smartphone* | tablet* | mobile device*
    | private* (gerät*,endgerät*,smartphones)`,
  laptop: `laptop* | notebook* | portable computer* | mobile computer* | hard (drive,drives,disk,disks) of .. (laptop*,computer*) | full disk | disk encrypt* | bitlocker | filevault | workstation*`,
  endpoint:
    'endpoint* | (company,corporate,employee,staff) (computer*,device*) | managed device* | endgerät* | device management | mdm',
  firewall: `waf* | firewall* | network | networks | (network,security) (perimeter,boundar*) | boundar* | perimeter | deny by default | security group* | inbound | ingress | egress | dmz
    | filter* (device*,traffic) | netzwerk*`,
  environments: `(test,testing,development,dev,staging,production*,nonproduction,qa) environment* | dev stage prod | environment* .. (dev,staging) | (test,testing,development,staging) and .. environment* | environment* .. (separat*,segregat*,isolat*)
    | (separat*,segregat*,isolat*) .. (environment*,production*) | (live,test) (data,record,records) | production* data | testumgebung* | entwicklungsumgebung* | testsystem*`,
  tenancy: `multi tenan* | multitenan* | (tenant*,customer*,client*,subscriber*) .. (separat*,segregat*,isolat*) | (separat*,segregat*,isolat*) .. (tenant*,customer*,client*,subscriber*)
    | one (customer,client,tenant,subscriber) .. (another,other) | from one another | from each other | mandant* | logical* (separat*,segregat*)`,
  separation: 'separat* | segregat* | isolat* | trenn* | getrennt*',
  sdlc: `sdlc | (development,software) life cycle | (development,software) lifecycle | secure (coding,development,software) | software development | (build,develop,building,developing) .. software | development process | threat model*
    | (static,dynamic) code (analysis,test*) | (static,dynamic) (analysis,test*) | sast | dast | devsecops | (security,privacy) by design | softwareentwicklung* | entwicklungsprozess*`,
  codereview: `(code,peer) review* | review* of .. code | code .. (review*,inspect*) | (code,source) change* .. (inspect*,review*,approv*,look,looks) | approv* code | branch protection | second (developer,engineer,pair) | merg*
    | pull request* | merge request* | other than the author | four eye* | vier augen | codeprüf* | code prüf*`,
  change: `change (management,control,advisory,process) | (production*,live) .. change* | change* .. production* | modification* | (production*,live,approv*,authori*) .. deploy* | deploy* .. (production*,live,approv*,authori*,test*) | rollback | rolled back | roll back | back out | backout | revert*
    | release (management,process,and,approval) | änderung* | (change*,release*) .. (approv*,authori*)`,
  physical: `physical* | (data,computing,hosting) (centre*,center*,facilit*) | datacent* | guard* | camera* | cctv | video surveil* | surveillance | rechenzentr* | zutritt* | badge* | entry point* | zugangskontroll*`,
  visitor: 'visitor* | guest* | premises | escort* | accompan* | besucher* | reception',
  risk: 'risk (assessment*,analys*,management,register,treatment,evaluation) | assess* .. risk* | risk* .. (assess*,identif*,evaluat*) | risks | risikoanalys* | risikobewert* | risikomanage* | risiken',
  securitypolicy: `(security,infosec) polic* | polic* .. security | (set,suite) of .. polic* | sicherheitsrichtlinie* | informationssicherheitsrichtlinie* | sicherheitsleitlinie*`,
  securitylead: `ciso | cso | chief information security | chief security | head of .. security | security (officer,lead,leader,team) | (responsible,accountable,responsibility) .. security | lead* information security
    | lead* .. security (programme,program) | informationssicherheitsbeauftrag* | (verantwortlich*,zuständig) .. (informationssicherheit,sicherheit)`,
  insurance: 'insur* | coverage | versicher* | (cyber,liability) cover* | cyber liability | losses .. cyber',
  availability: `up time | uptime | sla | slas | service level* | availability | verfügbarkeit* | 99`,
  outage: 'outage* | downtime | down time | status page* | interrupt* | disrupt* | störung* | ausfall* | ausfälle*',
  supporthours: `support (hour*,time*) | hour* of .. support | (opening,business,operating) (time*,hour*) | service desk | help desk | helpdesk | (customer,technical) support | servicezeit* | supportzeit* | kundendienst`,
  export: `export* | portab* | machine readable | (standard,open,portable) format* | standard data format* | (download,extract) .. (data,record,records,information) | (get,take,pull) .. data (out,back) | datenexport* | datenübertragbar*`,
  api: 'api | apis | programming interface* | schnittstelle*',
  ai: `ai | artificial intelligence | machine learning | llm* | language model* | ml model* | train* .. (model*,intelligence,algorithm*,ai,llm*) | ai train* | generative | neural | künstlich* intelligenz | ki`,
  remote:
    'vpn | remote* (access*,work*,connection*,employee*,staff) | remotely | home office | homeoffice | telework* | zero trust | work* from home | fernzugriff* | mobil* arbeit*',
  removable: 'usb | (removable,portable) (media,storage,device*) | memory stick* | wechseldatenträger*',
  disposal: `dispos* | shred* | decommission* | (destroy*,destruct*) .. (disk*,drive*,media,hardware,equipment) | (hardware,media,equipment,disk*,drive*) .. (destroy*,destruct*,dispos*) | degauss*
    | entsorg* | vernicht* | datenträger*`,
  webattack:
    'owasp* | injection* | xss | cross site | csrf | web attack* | request forgery | web application (attack*,vulnerab*)',
  disclosureprogramme: `bug bount* | bount* | (vulnerability,responsible,coordinated) disclos* | disclosure (programme*,program*,polic*) | researcher* | (report,reporting) .. vulnerab* | report .. issues`,
  dataaccess: `who .. (access*,see,view) .. (data,information,record,records,content) | which .. (employee*,staff,personnel,people,engineer*) .. access* | who .. access | (employee*,staff,personnel,engineer*,agents) (see,view,access) .. (data,information,records,content)
    | access to (customer,our,client,tenant) (data,information,records)
    | (employee*,staff,personnel,engineer*) .. access (customer,our,client) (data,information,records)`,
  inventory:
    'inventor* | asset* | (register,catalogue,catalog,list) of .. (hardware,software,device*,system*) | cmdb | inventar*',
  secrets: `(secret,secrets) (vault,manager,management,scanning,store) | vault* | api key* | (secret,secrets) .. (stored,engineer*) | (credential*,secret,secrets,token*) .. (code,repositor*,source,vault,engineers) | application secret* | hardcoded | hard coded`,

  pci: 'pci | payment card* | card data | cardholder*',
  hipaa: 'hipaa | phi | protected health',
  fedramp: 'fedramp | stateramp | impact level',
  tisax: 'tisax | vda isa',
  qualitynorm: 'iso 9001 | 9001 | quality (management,manual) | qualitätsmanage*',
  environmentnorm: 'iso 14001 | 14001 | environmental management | umweltmanage*',
  nist: 'nist | 800 (53,171) | cmmc | cyber essentials | c5 | dora | nis2 | nis 2',
  ccpa: 'ccpa | cpra | lgpd | pipeda',
  accessibility: 'wcag | accessib* | screen reader* | barrierefrei* | right to left | disabilit*',
  escrow: 'escrow*',
  climate: 'carbon | emission* | scope 3 | sustainab* | recycl* | waste | leed | klima* | nachhaltig* | greenhouse',
  labour:
    'slavery | living wage | minimum wage | works council | betriebsrat* | child labo* | diversity | inclusion | tenure | drug test* | trade union*',
  ethics:
    'brib* | corrupt* | code of conduct | whistle* | conflict* of interest* | ethical sourc* | ethic* | raw material* | animal* | sanctioned countr* | sanctions',
  finance:
    'revenue* | turnover | vat | payment term* | invoic* | rechnung* | shareholder* | stock exchange | financial (statement*,institution*) | insolv* | bankrupt* | accounting* | umsatz* | franken | duns',
  price:
    'price | prices | pricing | discount* | licen* .. (seat*,user*,cost*) | seat licen* | billed | billing | cost | costs | fee | fees | trial | preis*',
  law: 'litigat* | lawsuit* | governing law | law* .. (govern*,applies) | warrant* | intellectual property | patent* | notice period | lawyer*',
  authorities:
    'authorit* .. request* | request* .. authorit* | law enforcement | government request* | transparency report* | subpoena*',
  company:
    'how many (employee*,people,staff) | headcount | founded | headquarters | (reference,largest) customer* | customer references | listed on | gründung* | mitarbeiterzahl',
  roadmap: 'roadmap* | planned feature* | how many releases | future release*',
  product: `programming language* | browser version* | mobile app | android | ios | sandbox | dark mode | offline* | user interface | interface languages | ipv6 | webhook* | marketplace | salesforce
    | on premises | on prem | onpremises | private cloud | self hosted | maximum file | erp | crm | calendar | time zone* | currency | open source (software,licen*)`,
  cookies: 'cookie* | advertis* | tracking pixel*',
  minors: 'child | children | kinder*',
  fire: 'fire | sprinkler* | emergency exit* | brandschutz* | evacuat* | flood*',
  timesync: 'ntp | clock* .. synchron* | synchron* .. clock* | time synchron*',
  signing:
    'sign* .. commit* | (code,commit) sign* | signed (commit*,build*,artefact*,artifact*) | sbom | bill of materials | slsa | provenance',
  quantum: 'quantum | pqc',
  privilegetool: 'privileged access management | pam',
  cloudprovider: 'cloud (service,infrastructure) provider* | cloud provider* | aws | gcp',
  cleandesk: 'clean desk | clear desk | clear screen',
  ddos: 'ddos | denial of service',
  internalaudit: 'internal audit*',
  classification: '(data,information) classif* | classification* | labelling of information',
  privacyassessment: 'dpia | pia | privacy impact | data protection impact',
  logistics: 'ship to | shipping | deliver* .. (drone*,goods,hardware) | drone* | warehouse* | driver* | vehicle*',
  service: 'success manager | account manager | support ticket* | phone support | service credit*',
}

/**
 * Sides of a subject that many questions ask for, with names as above. An answer that does not speak of the side is no answer: "We triage
 * incidents" does not say whether there were any.
 */
export const sides: Readonly<Record<string, string>> = {
  history: `(experienced,suffered) | (incident*,breach*,outage*,claim,claims,compromise*,intrusion*,attack*,downtime,uptime,availability) .. (past,last,previous,preceding,recent) .. (year*,month*)
    | (past,last,previous,preceding) .. (year*,month*) .. (incident*,breach*,outage*,compromise*) | have you (had,ever) | ever (had,been) | jemals | (letzten,vergangenen) .. (vorf*,ausf*)`,
  exercise: `tabletop* | table top | drill | drills | rehears* | (often,regularly,annually) test | (plan,plans,procedure,procedures,bcp,drp) .. test | test .. (disaster*,continuity,bcp,drp)
    | test .. (plan,plans,procedure,procedures) | (restore*,recover*,restor*) test | restor* .. test | notfallübung* | (getestet,geübt)`,
  terms: `contractual* .. (requirement*,obligation*,clause*) | (contract*,agreement*) .. (requirement*,clause*) | (requirement*,clause*) .. (contract*,agreement*) | flow down
    | same .. (requirement*,obligation*,standard*) | vertragsklausel*`,
  choice: 'opt out | opt outs | opting out | object to | objection* | consent* | widersprech* | einwillig*',
  aftermath:
    'post incident | after action | lessons | root cause* | postmortem* | post mortem* | retainer* | investigator*',
  exchange: '(communicat*,coordinat*) .. (during,active,crisis,internal*,stakeholder*)',
  crypt: 'encrypt* | cryptograph* | encipher* | cipher* | verschlüssel* | unencrypted | kryptogra* | tls | aes*',
  claims: 'claim | claims | omission* | indemnit* | exclusion*',
  extent: '(what,which) (event,events,activities,fields,information,data) .. (log*,record*,captur*,collect*)',
  spare:
    'redundan* | failover* | fail over | availability (zone,zones) | multi region | hot site | high availability | ausfallsicher*',
  endusers: `(customer,customers,client,clients,tenant,subscriber) (account,accounts,login*,password*,administrator*) | end user (account*,login*) | our own
    | for (customer,customers,client,clients,end) (user,users,account,accounts) | for customers* | (can,may,could) (we,customers,clients,tenants) | (can,may,could) our`,
  notice: `(inform,informed,informing,notif*,tell,told,alerted) .. (customer,customers,client,clients,us,we) | (customer,customers,client,clients,we) .. (informed,notified,told,alerted,hear)`,
  audited: 'controls audited | audit finding* | internal audit* | internal security audit*',
  agents: '(ai,autonomous,agentic) (agent,agents)',
  credentials: '(certificate,copy,copies,proof,evidence) of .. (insurance,coverage,destruction)',
}

/** Subjects that many questions name beside what they are about, and how much they count: others count 1. */
export const sideSubjects: Readonly<Record<string, number>> = {
  addressee: 0.1,
  login: 0.4,
  critical: 0.3,
  certificate: 0.5,
  separation: 0.4,
  endpoint: 0.6,
  crypt: 0.8,
  retention: 0.8,
}
