/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.delta;

/**
 * What a change is about, in one long: the SID (43 bits), whether it is about the base row with that SID or about the
 * rows inserted in front of it (1 bit), and the column counted from 1, or 0 for a change of the whole row (19 bits).
 *
 * <p>So changes sorted by their keys lie in the order of the rows that they are about. Only the changes in front of one
 * base row have an order that no key tells: each inserted row is followed by the modifies of its columns.
 */
final class Key {
    /** Most rows of an image, the limit of SPEC section 9. */
    static final long MOST_ROWS = 1L << 42;

    /** Most columns. */
    static final int MOST_COLUMNS = (1 << 19) - 1;

    private static final int SID_SHIFT = 20;
    private static final long BASE = 1L << 19;
    private static final long COLUMN = BASE - 1;
    private static final long WITHIN = BASE | COLUMN;

    private Key() {}

    /** A row inserted in front of a base row; also the least key of all changes there. */
    static long insert(long sid) {
        return sid << SID_SHIFT;
    }

    /** Base rows deleted from this one on; also the least key of all changes of a base row. */
    static long delete(long sid) {
        return sid << SID_SHIFT | BASE;
    }

    /** A column of a base row modified. */
    static long modify(long sid, int column) {
        return delete(sid) | (column + 1L);
    }

    /** A column of an inserted row modified. */
    static long modifyInserted(long sid, int column) {
        return insert(sid) | (column + 1L);
    }

    static long sid(long key) {
        return key >>> SID_SHIFT;
    }

    static int column(long key) {
        return (int) (key & COLUMN) - 1;
    }

    static boolean isInsert(long key) {
        return (key & WITHIN) == 0;
    }

    static boolean isDelete(long key) {
        return (key & WITHIN) == BASE;
    }

    static boolean isModify(long key) {
        return (key & WITHIN) > BASE;
    }

    static boolean isModifyInserted(long key) {
        return (key & BASE) == 0 && (key & COLUMN) != 0;
    }

    /** 1 for an insert, 0 for others, without a branch: inserts are often as many as others, in no order. */
    static long inserted(long key) {
        return ((key & WITHIN) - 1) >>> 63;
    }

    /** By how much a change makes the image longer. */
    static long delta(long key, long reference) {
        long within = key & WITHIN;
        return within == 0 ? 1 : within == BASE ? -reference : 0;
    }
}
