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
package dev.stoa.hive.internal.rows;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;

/**
 * A row between the SerDe and a reader or writer of files. It never leaves the process, so it has no serialised form.
 */
public final class StoaRow implements Writable {
    private Object row;
    private StructObjectInspector inspector;

    /** A row to be set by who reads or writes. */
    public StoaRow() {}

    /** Sets a row that was read: its values, in the order of the table's columns. */
    public void set(Object[] values) {
        row = values;
    }

    /** Sets a row that is to be written, and what shows its values. */
    public void set(Object values, StructObjectInspector of) {
        row = values;
        inspector = of;
    }

    public Object row() {
        return row;
    }

    public StructObjectInspector inspector() {
        return inspector;
    }

    @Override
    public void write(DataOutput out) {
        throw new UnsupportedOperationException("rows of STOA have no serialised form");
    }

    @Override
    public void readFields(DataInput in) {
        throw new UnsupportedOperationException("rows of STOA have no serialised form");
    }
}
