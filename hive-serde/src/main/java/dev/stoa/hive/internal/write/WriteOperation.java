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
package dev.stoa.hive.internal.write;

import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.hive.ql.security.authorization.HiveCustomStorageHandlerUtils;

/** The kinds of writes of a statement's sink to a table. Updates come as deletes and inserts. */
public enum WriteOperation {
    /** New rows. */
    INSERT,
    /** The places of rows that are deleted. */
    DELETE;

    /**
     * Returns the kind of a write.
     *
     * @param configuration where Hive puts the operation of each sink of a task before it begins
     */
    public static WriteOperation of(Configuration configuration, Properties table) {
        String name = table.getProperty(hive_metastoreConstants.META_TABLE_NAME, "");
        Context.Operation operation = HiveCustomStorageHandlerUtils.getWriteOperation(configuration::get, name);
        if (operation == Context.Operation.UPDATE) {
            throw new IllegalArgumentException(
                    name + ": updates must come as deletes and inserts: set hive.split.update=true");
        }
        return operation == Context.Operation.DELETE ? DELETE : INSERT;
    }
}
