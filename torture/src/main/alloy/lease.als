// The lease protocol of one resource: grants, renewals, releases, guarded writes, pruning, and
// what breaks them: pauses, clock jumps, crashes, failover. docs/model.md says what is covered.
//
// Some flaws can be switched on. Without any, no assertion has a counterexample in scope; with its
// flaw, each named one must have.
module lease

open util/ordering[Tick] as ticks
open util/ordering[Fence] as fences

sig Tick {}
sig Fence {}

abstract sig Flaw {}
lone sig NoFenceCheck extends Flaw {}     // a write goes through without looking at the row
lone sig NoRowLock extends Flaw {}        // the guard looks, and does not lock
lone sig PrunedCounter extends Flaw {}    // a pruned row starts again at the first fence
lone sig TransactionTime extends Flaw {}  // now() instead of clock_timestamp()
lone sig NoTokenCheck extends Flaw {}     // anybody renews and releases
lone sig EarlyAnswer extends Flaw {}      // the answer does not wait for the synchronous standby

// The database's clock may jump to anything. Without this it only goes on.
lone sig WildClock {}

// One acquisition of a client, with a token of its own. A paused or dead one does nothing any more.
sig Session {
  var told: lone Fence,      // the fence that it was told
  var deadline: lone Tick    // up to here, exclusive, it claims the resource
}
var sig Guarding in Session {}   // has a transaction open that passed the guard

one sig Clock { var now: Tick }

abstract sig Server {
  var fence: lone Fence,      // of the row; none: there is no row
  var floor: lone Fence,      // what pruned rows left
  var holder: lone Session,
  var ends: lone Tick,
  var written: lone Fence     // of the last write that landed
}
one sig Primary, Standby extends Server {}

// ---- the row -----------------------------------------------------------------------------------
fun ttl [t: Tick] : lone Tick { t.next.next }
pred held { some Primary.holder and lt[Clock.now, Primary.ends] }
fun base : lone Fence {
  some Primary.fence => Primary.fence
  else some PrunedCounter => none
  else Primary.floor
}
fun following [f: lone Fence] : lone Fence { some f => f.next else fences/first }

// ---- what does not change ----------------------------------------------------------------------
pred sameRow { Primary.fence' = Primary.fence and Primary.floor' = Primary.floor and
  Primary.holder' = Primary.holder and Primary.ends' = Primary.ends }
pred samePrimary { sameRow and Primary.written' = Primary.written }
pred sameStandby { Standby.fence' = Standby.fence and Standby.floor' = Standby.floor and
  Standby.holder' = Standby.holder and Standby.ends' = Standby.ends and
  Standby.written' = Standby.written }
// The log arrives in its order: what is confirmed brings all before it.
pred synced { Standby.fence' = Primary.fence' and Standby.floor' = Primary.floor' and
  Standby.holder' = Primary.holder' and Standby.ends' = Primary.ends' and
  Standby.written' = Primary.written' }
pred sameSessions { told' = told and deadline' = deadline }
pred sameClock { now' = now }
pred sameGuards { Guarding' = Guarding }

// ---- the protocol ------------------------------------------------------------------------------
// Granted at this moment for a request sent at some moment before, in a transaction begun before
// that. Told, once the standby has it, or never.
pred acquire [s: Session] {
  no s.told and s not in Primary.holder
  not held
  some NoRowLock or no Guarding
  some begun, sent: Tick {
    lte[begun, sent] and lte[sent, Clock.now]
    let from = (some TransactionTime => begun else Clock.now) {
      some ttl[from] and some ttl[sent]
      Primary.ends' = ttl[from]
    }
    some following[base]
    Primary.fence' = following[base]
    Primary.holder' = s
    Primary.floor' = Primary.floor and Primary.written' = Primary.written
    {
      told' = told + s->Primary.fence' and deadline' = deadline ++ s->ttl[sent]
      some EarlyAnswer or synced
      synced or sameStandby
    } or {
      sameSessions and (synced or sameStandby)
    }
  }
  sameClock and sameGuards
}

pred renew [s: Session] {
  some s.told and held
  some NoTokenCheck or (Primary.holder = s and Primary.fence = s.told)
  some sent: Tick {
    lte[sent, Clock.now] and some ttl[Clock.now]
    Primary.ends' = ttl[Clock.now]
    {
      deadline' = deadline ++ s->ttl[sent] and synced
    } or {
      deadline' = deadline and (synced or sameStandby)
    }
  }
  Primary.fence' = Primary.fence and Primary.floor' = Primary.floor
  Primary.holder' = Primary.holder and Primary.written' = Primary.written
  told' = told
  sameClock and sameGuards
}

// It claims nothing from the moment it asks; a release need not reach the standby.
pred release [s: Session] {
  some s.told
  deadline' = deadline - s->Tick and told' = told
  (some NoTokenCheck or (Primary.holder = s and Primary.fence = s.told)) => {
    no Primary.holder' and Primary.ends' = Clock.now
    Primary.fence' = Primary.fence
  } else {
    Primary.holder' = Primary.holder and Primary.ends' = Primary.ends
    Primary.fence' = Primary.fence
  }
  Primary.floor' = Primary.floor and Primary.written' = Primary.written
  synced or sameStandby
  sameClock and sameGuards
}

pred guard [s: Session] {
  some s.told and s not in Guarding
  some NoFenceCheck or (held and Primary.holder = s and Primary.fence = s.told)
  Guarding' = Guarding + s
  samePrimary and sameStandby and sameSessions and sameClock
}

pred commit [s: Session] {
  s in Guarding
  Guarding' = Guarding - s
  Primary.written' = s.told
  sameRow and sameSessions and sameClock
  synced or sameStandby
}

pred prune {
  not held and some Primary.fence
  some NoRowLock or no Guarding
  no Primary.fence' and no Primary.holder' and no Primary.ends'
  Primary.floor' = (some Primary.floor and gt[Primary.floor, Primary.fence]
    => Primary.floor else Primary.fence)
  Primary.written' = Primary.written
  synced or sameStandby
  sameSessions and sameClock and sameGuards
}

// ---- the world ---------------------------------------------------------------------------------
pred time {
  some WildClock or Clock.now' = Clock.now.next
  Clock.now' != Clock.now
  samePrimary and sameStandby and sameSessions and sameGuards
}
// Open transactions are gone, what was committed is there.
pred crash { no Guarding' and samePrimary and sameStandby and sameSessions and sameClock }
pred failover {
  no Guarding'
  Primary.fence' = Standby.fence and Primary.floor' = Standby.floor
  Primary.holder' = Standby.holder and Primary.ends' = Standby.ends
  Primary.written' = Standby.written
  sameStandby and sameSessions and sameClock
}
pred nothing { samePrimary and sameStandby and sameSessions and sameClock and sameGuards }

fact behaviour {
  no told and no deadline and no Guarding
  no fence and no floor and no holder and no ends and no written
  Clock.now = ticks/first
  always (
    time or prune or crash or failover or nothing or
    (some s: Session | acquire[s] or renew[s] or release[s] or guard[s] or commit[s]))
}

// ---- what is promised --------------------------------------------------------------------------
pred claims [s: Session] { some s.deadline and lt[Clock.now, s.deadline] }
pred exclusion { always lone s: Session | claims[s] }
pred risingFences {
  always all s: Session | (no s.told and some s.told') implies
    (all o: Session - s | some o.told implies lt[o.told, s.told'])
}
pred orderedWrites {
  always all s: Session | commit[s] implies
    (some Primary.written implies lte[Primary.written, s.told])
}
pred onlyTheHolder {
  always all s: Session |
    (renew[s] or (release[s] and Primary.holder != Primary.holder'))
      implies Primary.holder = s
}

// ---- the real protocol: nothing is found -------------------------------------------------------
check Exclusion     { (no Flaw and no WildClock) implies exclusion }
  for 2 but 4 Tick, 3 Fence, exactly 7 steps
check RisingFences  { no Flaw implies risingFences }
  for 3 but 4 Tick, 3 Fence, exactly 7 steps
check OrderedWrites { no Flaw implies orderedWrites }
  for 2 but 4 Tick, 2 Fence, exactly 9 steps
check OnlyTheHolder { no Flaw implies onlyTheHolder }
  for 2 but 4 Tick, 2 Fence, exactly 6 steps

// ---- with a flaw: something is found -----------------------------------------------------------
check WritesWithoutFenceCheck { Flaw = NoFenceCheck implies orderedWrites }
  for 2 but 4 Tick, 2 Fence, exactly 9 steps
check WritesWithoutRowLock    { Flaw = NoRowLock implies orderedWrites }
  for 2 but 4 Tick, 2 Fence, exactly 9 steps
check FencesOfAPrunedCounter  { Flaw = PrunedCounter implies risingFences }
  for 3 but 4 Tick, 3 Fence, exactly 7 steps
check ClaimsByTransactionTime { (Flaw = TransactionTime and no WildClock) implies exclusion }
  for 2 but 4 Tick, 3 Fence, exactly 7 steps
check HoldersWithoutTokens    { Flaw = NoTokenCheck implies onlyTheHolder }
  for 2 but 4 Tick, 2 Fence, exactly 6 steps
check FencesAnsweredEarly     { Flaw = EarlyAnswer implies risingFences }
  for 3 but 4 Tick, 3 Fence, exactly 7 steps
check ClaimsUnderAWildClock   { (no Flaw and some WildClock) implies exclusion }
  for 2 but 4 Tick, 3 Fence, exactly 7 steps

// ---- the model is not empty --------------------------------------------------------------------
run TwoWritesInTurn {
  no Flaw and no WildClock
  some disj a, b: Session | eventually (commit[a] and after eventually commit[b])
}
  for 2 but 4 Tick, 3 Fence, exactly 10 steps
run FailoverInBetween {
  no Flaw
  some disj a, b: Session | eventually (commit[a] and after eventually
    (failover and Primary.holder' != Primary.holder and after eventually some b.told))
}
  for 2 but 4 Tick, 3 Fence, exactly 10 steps
