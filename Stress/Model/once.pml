/*
 * One key of a container: its slot in the table, its once cells, and those who resolve, replace and seal.
 *
 * It follows CellTable, OnceCell and Registry: a hit under the caller's stripe, or without one after the seal; the slow path under
 * Coordination.lock; waiters that are settled under Coordination.lock and woken outside it. A writer has the registry's lock and replaces the
 * cell in one of two ways: one atomic store into the slot, and then each stripe seen free once before the old cell is released (CellTable,
 * where a stripe stands for a thread's mark), or under all stripes (LockedCellTable, where one stands for its lock). A reset is a replacement
 * with the same factory. Slots are read in the order that all threads agree on, as SPIN reads everything; one mutant weakens that.
 *
 * scripts/model runs it with SPIN: exhaustively for safety, under weak fairness for liveness, and with each of the mutants below, every one
 * of which must fail.
 */

#ifndef RESOLVERS
#define RESOLVERS 3
#endif
#ifndef REPLACERS
#define REPLACERS 2
#endif
#ifndef SEALERS
#define SEALERS 1
#endif
#define STRIPES 2
#define CELLS (REPLACERS + 1)

mtype = { idle, building, filled };     /* a cell */
mtype = { pending, value, failed };     /* what a waiter was told */

#define NONE 255

/* The table. The slot is an atomic word that the writer stores and readers load; nothing stores to it after the seal. */
byte slot = 0;
bool sealed = false;
bool stripe[STRIPES];
bool registry = false;                  /* the lock of whoever changes what is registered */
bool coordination = false;
#ifdef MUTANT_RELAXED_READ
byte shown[STRIPES];                    /* a stripe's lock orders its holder after the store of this cell */
#endif

/* The cells, numbered in the order in which they were put in place. Guard: coordination, but `ready`, which is an atomic word. */
mtype state[CELLS] = idle;
bool ready[CELLS];
byte references[CELLS];                 /* the table's own, and one for each resolver on the slow road */
byte builders[CELLS];
byte instances[CELLS];
byte waiting[CELLS];                    /* a bit for each resolver */

mtype told[RESOLVERS] = pending;
bool awake[RESOLVERS];                  /* the semaphores that threads park on */

byte cells = 1;                         /* how many there are. Guard: registry */
byte latest = 0;                        /* the latest cell that a call which has returned put in place or got: what begins now gets no older */
bool failedOnce = false;                /* one factory throws, in all of the run */
byte ended = 0;

#define lock(l)   atomic { !l; l = true }
#define unlock(l) l = false

/* Whoever leaves the table's last reference behind frees the cell. */
#define release(c) references[c]--

/* Reading a cell that nothing keeps alive is a use after free. */
#define alive(c) (references[c] > 0)

/* A call returns with a cell: none that was replaced, or seen to be, before the call began. */
inline returns(c) {
  assert(c >= oldest);
  if :: c > latest -> latest = c :: else fi
}

/* Both take their loop's `i` and the `mask` of those who wait from the process that uses them. */
inline settle(c, outcome) {
  mask = waiting[c];
  waiting[c] = 0;
  i = 0;
  do
  :: i < RESOLVERS -> if :: mask & (1 << i) -> told[i] = outcome :: else fi; i++
  :: else -> break
  od;
  i = 0
}

inline wake(woken) {
  atomic {
    i = 0;
    do
    :: i < RESOLVERS -> if :: woken & (1 << i) -> awake[i] = true :: else fi; i++
    :: else -> break
    od;
    i = 0;
    mask = 0
  }
}

/*
 * What happens under Coordination.lock is one atomic step: all of it is guarded by that lock, but for `ready`, which is written last, and the
 * references, whose count is atomic. The mutants that give the lock up in between do so here too.
 */
proctype Resolver(byte id) {
  byte c, oldest, mask, i;

  oldest = latest;

  if
  :: sealed ->
       atomic { c = slot; assert(alive(c)) };
       atomic {
         assert(alive(c));              /* the value is copied here */
         if :: ready[c] -> goto hit :: else -> references[c]++ fi
       }
  :: else ->
       lock(stripe[id % STRIPES]);
       atomic {
#ifdef MUTANT_RELAXED_READ
         c = shown[id % STRIPES];       /* any store that nothing orders this load after */
         do
         :: c < slot -> c++
         :: break
         od;
         shown[id % STRIPES] = c;
#else
         c = slot;
#endif
#ifdef MUTANT_STRIPELESS
         unlock(stripe[id % STRIPES]);
#endif
         assert(c != NONE);             /* it is registered all the time */
         assert(alive(c))
       };
       atomic {
         assert(alive(c));              /* the value is copied here, under the stripe */
         if
         :: ready[c] ->
#ifndef MUTANT_STRIPELESS
              unlock(stripe[id % STRIPES]);
#endif
              goto hit
         :: else                        /* the slow path, which would find the same had it been filled a step later */
         fi;
#ifndef MUTANT_UNRETAINED
         references[c]++;
#endif
#ifndef MUTANT_STRIPELESS
         unlock(stripe[id % STRIPES])
#endif
       };
#ifdef MUTANT_UNRETAINED
       atomic { assert(alive(c)); references[c]++ }
#endif
  fi;

  atomic {
    !coordination;
    assert(alive(c));
    if
#ifdef MUTANT_NO_SECOND_LOOK
    :: state[c] != building ->          /* takes for granted that it is still empty */
#else
    :: state[c] == idle ->
#endif
#ifndef MUTANT_BUILDS_TWICE
         state[c] = building;
#endif
         builders[c]++;
         assert(builders[c] == 1);      /* one factory at a time */
#ifdef MUTANT_LOCKED_FACTORY
         coordination = true
#endif
    :: state[c] == building ->
#ifdef MUTANT_LATE_JOIN
         goto join                      /* looking and joining in two steps: the build may end between them */
#else
         told[id] = pending;
         waiting[c] = waiting[c] | (1 << id);
         goto wait
#endif
#ifndef MUTANT_NO_SECOND_LOOK
    :: state[c] == filled -> goto taken
#endif
    fi
  };

  /* The factory runs here, with no lock held. It takes as long as it likes, and may resolve something else. */
#ifdef MUTANT_EARLY_READY
  ready[c] = true;
#endif
#ifdef MUTANT_LOCKED_FACTORY
  lock(coordination);
#endif
  if
  :: atomic {
       !failedOnce && !coordination;
       failedOnce = true;
       builders[c]--;
#ifndef MUTANT_FAILURE_STAYS
       state[c] = idle;
#endif
       settle(c, failed)
     };
     wake(mask);
     goto done
  :: atomic {
       !coordination;
       builders[c]--;
       instances[c]++;
       assert(instances[c] == 1);       /* built once */
       state[c] = filled;
       ready[c] = true;
       settle(c, value)
     };
#ifdef MUTANT_WAKES_ONE
     wake((mask & (-mask)));
#else
     wake(mask);
#endif
     goto taken
  fi;

#ifdef MUTANT_LATE_JOIN
join:
  atomic { told[id] = pending; waiting[c] = waiting[c] | (1 << id) };
#endif
wait:
  atomic {
    awake[id];
    awake[id] = false;
    assert(told[id] != pending);        /* nobody is woken for nothing */
    if :: told[id] == failed -> goto done :: else fi
  };

taken:
  atomic {
    assert(instances[c] == 1);
    returns(c);
    release(c);
    goto end
  };
hit:
  atomic {
    assert(instances[c] == 1);          /* what is ready was built */
    returns(c);
    goto end
  };
done:
  release(c);
end:
  ended++
}

/* holds: whether it holds all stripes; else it stores and visits. */
proctype Replacer(bool holds) {
  byte new, old, oldest, i;

  lock(registry);
  if
  :: sealed -> unlock(registry); goto end  /* refused */
  :: else
  fi;
  oldest = latest;
  new = cells;
  cells++;
  references[new] = 1;
  if
  :: holds -> goto holding
  :: else
  fi;

#ifdef MUTANT_VISITS_FIRST
  i = 0;
  do
  :: i < STRIPES -> atomic { !stripe[i]; i++ }
  :: else -> break
  od;
#endif
#ifdef MUTANT_TWO_STORES
  atomic { old = slot; slot = NONE };
  slot = new;
#else
#ifdef MUTANT_LOSES_REPLACEMENT
  old = slot;
#else
  atomic { old = slot; slot = new };    /* one exchange */
#endif
#endif
#ifdef MUTANT_RELEASES_FIRST
  release(old);
#endif
#ifndef MUTANT_VISITS_FIRST
  /* Taking a stripe and giving it back, with nothing in between, is waiting until it is free. */
#ifdef MUTANT_SKIPS_STRIPE
  i = 1;
#else
  i = 0;
#endif
  do
  :: i < STRIPES ->
       atomic {
         !stripe[i];
#ifdef MUTANT_RELAXED_READ
         shown[i] = new;
#endif
         i++
       }
  :: else -> break
  od;
#endif
  unlock(registry);
#ifndef MUTANT_RELEASES_FIRST
  release(old);
#endif
  goto replaced;

holding:
  i = 0;
  do
  :: i < STRIPES -> lock(stripe[i]); i++
#ifdef MUTANT_HOLDS_ONE
  :: i == 1 -> break
#endif
  :: i == STRIPES -> break
  od;
  atomic { old = slot; slot = new };
  do
  :: i > 0 ->
       i--;
#ifdef MUTANT_RELAXED_READ
       shown[i] = new;
#endif
       unlock(stripe[i])
  :: else -> break
  od;
  unlock(registry);
  release(old);

replaced:
  atomic { returns(new) };
end:
  ended++
}

proctype Sealer() {
#ifndef MUTANT_SEAL_OUTSIDE_LOCK
  lock(registry);
#endif
  sealed = true;
#ifndef MUTANT_SEAL_OUTSIDE_LOCK
  unlock(registry);
#endif
  ended++
}

init {
  byte n = 0;
  atomic {
    references[0] = 1;
    do
    :: n < RESOLVERS -> run Resolver(n); n++
    :: else -> break
    od;
    n = 0;
    do
#if REPLACERS == 1
    :: n < REPLACERS -> if :: run Replacer(false) :: run Replacer(true) fi; n++
#else
    :: n < REPLACERS -> run Replacer(n == 1); n++   /* one of each kind */
#endif
    :: else -> break
    od;
    n = 0;
    do
    :: n < SEALERS -> run Sealer(); n++
    :: else -> break
    od
  }
}

/* Everybody's call returns. */
ltl everybody_returns { <> (ended == RESOLVERS + REPLACERS + SEALERS) }
