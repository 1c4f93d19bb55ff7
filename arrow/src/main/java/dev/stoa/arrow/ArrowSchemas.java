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
package dev.stoa.arrow;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * Maps schemas between Stoa and Arrow. The metadata of an Arrow field keeps what its Arrow type does not express, such as the
 * length of a varchar. A schema survives the way to Arrow and back. Field ids are kept as {@code PARQUET:field_id}, the
 * key that Arrow's own Parquet readers use.
 */
public final class ArrowSchemas {
    private ArrowSchemas() {}

    /**
     * Maps a Stoa schema to Arrow.
     *
     * @throws UnsupportedFileException if Arrow has no type for a column; the message names the column's path
     */
    public static org.apache.arrow.vector.types.pojo.Schema toArrow(Schema schema) throws UnsupportedFileException {
        List<org.apache.arrow.vector.types.pojo.Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            fields.add(TypeExport.field(field, field.name()));
        }
        return new org.apache.arrow.vector.types.pojo.Schema(fields);
    }

    /**
     * Exports the Arrow schema of a reader's batches through Arrow's C data interface.
     *
     * @param dictionaries the columns that {@link StoaArrowReader#dictionaries} gets
     * @param address of a {@code struct ArrowSchema} of the consumer
     * @throws UnsupportedFileException if Arrow has no type for a column; the message names the column's path
     * @throws IllegalArgumentException if a path leads to no column of texts or bytes; the message names it
     */
    public static void exportTo(BufferAllocator allocator, Schema schema, List<ColumnPath> dictionaries, long address)
            throws UnsupportedFileException {
        Map<Long, Dictionary> values = new HashMap<>();
        List<org.apache.arrow.vector.types.pojo.Field> fields = new ArrayList<>();
        try (ArrowSchema target = ArrowSchema.wrap(address);
                MapDictionaryProvider provider = new MapDictionaryProvider()) {
            for (org.apache.arrow.vector.types.pojo.Field field :
                    DictionaryFields.mark(toArrow(schema), schema, dictionaries).getFields()) {
                fields.add(DictionaryUtility.toMemoryFormat(field, allocator, values));
            }
            values.values().forEach(provider::put);
            Data.exportSchema(allocator, new org.apache.arrow.vector.types.pojo.Schema(fields), provider, target);
        }
    }

    /**
     * Maps an Arrow schema to Stoa. A column with a dictionary has the type of the dictionary's values.
     *
     * @param dictionaries the dictionaries of the batches, such as their reader
     * @throws UnsupportedFileException if Stoa has no type for a column; the message names the column's path
     */
    public static Schema toStoa(org.apache.arrow.vector.types.pojo.Schema schema, DictionaryProvider dictionaries)
            throws UnsupportedFileException {
        TypeImport types = new TypeImport(dictionaries);
        List<Field> fields = new ArrayList<>();
        for (org.apache.arrow.vector.types.pojo.Field field : schema.getFields()) {
            fields.add(types.field(field, field.getName()));
        }
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException("the Arrow schema can't be a schema of Stoa: " + e.getMessage());
        }
    }
}
