// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/faulting_vfs.h"

#include <atomic>
#include <sqlite3.h>

namespace binnacle::store::testing::faulting {

namespace {

std::atomic<std::int64_t> s_count{0};
std::atomic<std::int64_t> s_failing{0};
std::atomic<bool> s_onwards{false};
std::atomic<Fault> s_fault{Fault::Full};

bool failsNow()
{
    const std::int64_t count = ++s_count;
    const std::int64_t failing = s_failing;
    return failing != 0 && (count == failing || (s_onwards && count > failing));
}

/// The real file lies behind this one in the same allocation.
struct alignas(16) File {
    sqlite3_file base;
    sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};

sqlite3_file *real(sqlite3_file *file) { return reinterpret_cast<File *>(file)->real(); }

int faultCode(int inputOutput) { return s_fault == Fault::InputOutput ? inputOutput : SQLITE_FULL; }

int closeFile(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
int readFile(sqlite3_file *file, void *into, int size, sqlite3_int64 at)
{
    return real(file)->pMethods->xRead(real(file), into, size, at);
}
int writeFile(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    if (!failsNow())
        return real(file)->pMethods->xWrite(real(file), from, size, at);
    if (s_fault == Fault::ShortWrite && size > 1)
        real(file)->pMethods->xWrite(real(file), from, size / 2, at);
    return faultCode(SQLITE_IOERR_WRITE);
}
int truncateFile(sqlite3_file *file, sqlite3_int64 size)
{
    return failsNow() ? faultCode(SQLITE_IOERR_TRUNCATE) : real(file)->pMethods->xTruncate(real(file), size);
}
int syncFile(sqlite3_file *file, int flags)
{
    return failsNow() ? faultCode(SQLITE_IOERR_FSYNC) : real(file)->pMethods->xSync(real(file), flags);
}
int fileSize(sqlite3_file *file, sqlite3_int64 *size) { return real(file)->pMethods->xFileSize(real(file), size); }
int lockFile(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
int unlockFile(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
int checkLock(sqlite3_file *file, int *out) { return real(file)->pMethods->xCheckReservedLock(real(file), out); }
int control(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
int sectorSize(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
int characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
int shmMap(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}
int shmLock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shmBarrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
int shmUnmap(sqlite3_file *file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

const sqlite3_io_methods kMethods = {2, closeFile, readFile, writeFile, truncateFile, syncFile, fileSize, lockFile,
    unlockFile, checkLock, control, sectorSize, characteristics, shmMap, shmLock, shmBarrier, shmUnmap, nullptr,
    nullptr};

int openFile(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *outFlags)
{
    file->pMethods = nullptr;
    auto *inner = static_cast<sqlite3_vfs *>(vfs->pAppData);
    // Only a file that must be made needs room.
    int there = 0;
    if (path)
        inner->xAccess(inner, path, SQLITE_ACCESS_EXISTS, &there);
    if ((flags & SQLITE_OPEN_CREATE) != 0 && there == 0 && failsNow())
        return SQLITE_CANTOPEN;
    const int code = inner->xOpen(inner, path, real(file), flags, outFlags);
    if (real(file)->pMethods)
        file->pMethods = &kMethods;
    return code;
}

sqlite3_vfs makeVfs()
{
    sqlite3_vfs *inner = sqlite3_vfs_find(nullptr);
    sqlite3_vfs out = *inner;
    out.zName = "binnacle-faulting";
    out.szOsFile = static_cast<int>(sizeof(File)) + inner->szOsFile;
    out.pAppData = inner;
    out.xOpen = openFile;
    out.pNext = nullptr;
    return out;
}

} // namespace

const char *name()
{
    static sqlite3_vfs vfs = makeVfs();
    static const int registered = sqlite3_vfs_register(&vfs, 0);
    return registered == SQLITE_OK ? vfs.zName : nullptr;
}

void failAt(std::int64_t n, Fault fault, bool onwards)
{
    s_count = 0;
    s_failing = n;
    s_onwards = onwards;
    s_fault = fault;
}

std::int64_t operations() { return s_count; }

} // namespace binnacle::store::testing::faulting
