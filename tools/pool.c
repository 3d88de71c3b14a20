/* tools/pool.c - work in parts: taken in order, done by several threads, handed on in order. */
#include "tools/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct pool {
    const pool_task *task;
    pthread_mutex_t take_lock, turn_lock;
    pthread_cond_t turned;
    uint64_t taken;  /* tickets given; under take_lock, as is ended */
    bool ended;      /* nothing more is to be taken */
    uint64_t handed; /* tickets whose turn is over; under turn_lock, as is code */
    int code;
} pool;

typedef struct pool_job {
    pool *all;
    void *room;
    pthread_t thread;
} pool_job;

/* Returns what the task's take says, and the part's place in the order. */
static int take_part(pool *all, void *room, uint64_t *ticket)
{
    pthread_mutex_lock(&all->take_lock);
    int step = all->ended ? POOL_END : all->task->take(all->task->context, room);
    all->ended |= step != 0;
    *ticket = all->taken;
    all->taken += step != POOL_END;
    pthread_mutex_unlock(&all->take_lock);
    return step;
}

static void stop_taking(pool *all)
{
    pthread_mutex_lock(&all->take_lock);
    all->ended = true;
    pthread_mutex_unlock(&all->take_lock);
}

/* Waits until all parts before were handed on. Returns true where the work goes on. */
static bool hand_on(pool *all, void *room, uint64_t ticket, int step)
{
    pthread_mutex_lock(&all->turn_lock);
    while (all->handed != ticket) {
        pthread_cond_wait(&all->turned, &all->turn_lock);
    }
    if (all->code == 0) {
        all->code = step != 0 ? step : all->task->turn(all->task->context, room);
    }
    bool good = all->code == 0;
    all->handed++;
    pthread_cond_broadcast(&all->turned);
    pthread_mutex_unlock(&all->turn_lock);
    return good;
}

static void *run_job(void *argument)
{
    pool_job *job = argument;
    pool *all = job->all;
    uint64_t ticket;
    int step;
    while ((step = take_part(all, job->room, &ticket)) != POOL_END) {
        if (step == 0) {
            all->task->work(all->task->context, job->room);
        }
        if (!hand_on(all, job->room, ticket, step)) {
            stop_taking(all);
            break;
        }
    }
    return NULL;
}

static int run_alone(const pool_task *task, void *room)
{
    int step;
    while ((step = task->take(task->context, room)) == 0) {
        task->work(task->context, room);
        step = task->turn(task->context, room);
        if (step != 0) {
            return step;
        }
    }
    return step == POOL_END ? 0 : step;
}

int pool_run(const pool_task *task, void *const *rooms, size_t jobs)
{
    pool all = {.task = task};
    pool_job made[POOL_MOST];
    size_t count = 0;
    if (jobs == 1) {
        return run_alone(task, rooms[0]);
    }
    pthread_mutex_init(&all.take_lock, NULL);
    pthread_mutex_init(&all.turn_lock, NULL);
    pthread_cond_init(&all.turned, NULL);
    for (; count < jobs; count++) {
        made[count] = (pool_job){.all = &all, .room = rooms[count]};
        if (pthread_create(&made[count].thread, NULL, run_job, &made[count]) != 0) {
            break; /* those that there are do all the work */
        }
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(made[i].thread, NULL);
    }
    pthread_mutex_destroy(&all.take_lock);
    pthread_mutex_destroy(&all.turn_lock);
    pthread_cond_destroy(&all.turned);
    return count > 0 ? all.code : POOL_NO_THREAD;
}
